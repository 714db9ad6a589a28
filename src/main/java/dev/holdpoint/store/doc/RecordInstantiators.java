package dev.holdpoint.store.doc;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.Version;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.deser.ValueInstantiator;
import tools.jackson.databind.deser.ValueInstantiators;
import tools.jackson.databind.deser.std.StdValueInstantiator;
import tools.jackson.databind.introspect.AnnotatedConstructor;
import tools.jackson.databind.module.SimpleModule;

/**
 * Calls the constructor of a record by itself. Jackson goes through {@code
 * MethodHandle.invokeWithArguments}, which puts an invoker together for each call: a fifth of what
 * it costs to read a run.
 */
final class RecordInstantiators implements ValueInstantiators {
  static JacksonModule module() {
    return new SimpleModule("record-instantiators", Version.unknownVersion()) {
      @Override
      public void setupModule(SetupContext context) {
        super.setupModule(context);
        context.addValueInstantiators(new RecordInstantiators());
      }
    };
  }

  @Override
  public @Nullable ValueInstantiator findValueInstantiator(
      DeserializationConfig config, BeanDescription.Supplier bean) {
    return null;
  }

  @Override
  public ValueInstantiator modifyValueInstantiator(
      DeserializationConfig config, BeanDescription.Supplier bean, ValueInstantiator found) {
    return bean.getBeanClass().isRecord()
            && found instanceof StdValueInstantiator standard
            && found.getWithArgsCreator() instanceof AnnotatedConstructor constructor
        ? new OfRecord(standard, constructor.getAnnotated())
        : found;
  }

  private static final class OfRecord extends StdValueInstantiator {
    private final Constructor<?> constructor;

    OfRecord(StdValueInstantiator standard, Constructor<?> constructor) {
      super(standard);
      this.constructor = constructor;
      constructor.setAccessible(true);
    }

    @Override
    public Object createFromObjectWith(
        DeserializationContext context, @Nullable Object[] arguments) {
      try {
        return constructor.newInstance(arguments);
      } catch (InvocationTargetException e) {
        throw rewrapCtorProblem(context, e.getCause());
      } catch (ReflectiveOperationException | IllegalArgumentException e) {
        throw rewrapCtorProblem(context, e);
      }
    }
  }
}
