/*
 * Stands between a JVM and the C library (LD_PRELOAD), and makes what the machine does fail: writes and syncs of files
 * below one folder, how long they take, and the time of day. A test says what, in a file that both have mapped
 * (HOLDPOINT_CHAOS); dev.holdpoint.chaos.fault.Preload is the other side, and knows the layout below.
 *
 * In a program that is not a JVM it does nothing. A JVM forgets the two variables, so what it starts is left alone.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#define WRITES 1
#define SYNCS 2
#define NANOS 1000000000LL

struct control {
  _Atomic int64_t writes;      /* 0: calls seen of files below the folder */
  _Atomic int64_t syncs;       /* 8 */
  _Atomic int64_t failed;      /* 16: calls that were made to fail */
  _Atomic int64_t slowed;      /* 24: calls that were made to wait */
  _Atomic int64_t asked;       /* 32: how often the time of day was asked for while it is moved */
  _Atomic int64_t kinds;       /* 40: WRITES, SYNCS or both may fail; 0: none */
  _Atomic int64_t counted;     /* 48: calls of these kinds since a test began to count */
  _Atomic int64_t first;       /* 56: the first of them that fails, from 1 */
  _Atomic int64_t last;        /* 64: the last one */
  _Atomic int64_t error;       /* 72: the errno of those that fail */
  _Atomic int64_t torn;        /* 80: not 0: half of a write that fails is written */
  _Atomic int64_t write_delay; /* 88: nanoseconds before each write */
  _Atomic int64_t sync_delay;  /* 96 */
  _Atomic int64_t clock;       /* 104: nanoseconds that are added to the time of day */
  char folder[1024];           /* 112: with a slash at its end */
};

static struct control *control;

#define REAL(result, name, ...)                                                                                        \
  static result (*real_##name)(__VA_ARGS__);                                                                           \
  static void find_##name(void) {                                                                                      \
    if (!real_##name) real_##name = (result(*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name);                                   \
  }

REAL(ssize_t, write, int, const void *, size_t)
REAL(ssize_t, pwrite, int, const void *, size_t, off_t)
REAL(ssize_t, pwrite64, int, const void *, size_t, off64_t)
REAL(ssize_t, writev, int, const struct iovec *, int)
REAL(ssize_t, pwritev, int, const struct iovec *, int, off_t)
REAL(ssize_t, pwritev64, int, const struct iovec *, int, off64_t)
REAL(int, ftruncate, int, off_t)
REAL(int, ftruncate64, int, off64_t)
REAL(int, fallocate, int, int, off_t, off_t)
REAL(int, fallocate64, int, int, off64_t, off64_t)
REAL(int, posix_fallocate, int, off_t, off_t)
REAL(int, posix_fallocate64, int, off64_t, off64_t)
REAL(int, fsync, int)
REAL(int, fdatasync, int)
REAL(int, msync, void *, size_t, int)
REAL(int, clock_gettime, clockid_t, struct timespec *)
REAL(int, gettimeofday, struct timeval *, void *)
REAL(time_t, time, time_t *)

static int is_jvm(void) {
  char path[PATH_MAX];
  ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
  if (length < 5) return 0;
  path[length] = 0;
  return strcmp(path + length - 5, "/java") == 0;
}

__attribute__((constructor)) static void begin(void) {
  find_write(), find_pwrite(), find_pwrite64(), find_writev(), find_pwritev(), find_pwritev64();
  find_ftruncate(), find_ftruncate64(), find_fallocate(), find_fallocate64();
  find_posix_fallocate(), find_posix_fallocate64(), find_fsync(), find_fdatasync(), find_msync();
  find_clock_gettime(), find_gettimeofday(), find_time();
  const char *name = getenv("HOLDPOINT_CHAOS");
  if (!name || !is_jvm()) return;
  int fd = open(name, O_RDWR | O_CLOEXEC);
  unsetenv("HOLDPOINT_CHAOS");
  unsetenv("LD_PRELOAD");
  if (fd < 0) return;
  struct stat stat;
  if (fstat(fd, &stat) == 0 && stat.st_size >= (off_t)sizeof(struct control)) {
    void *mapped = mmap(NULL, sizeof(struct control), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (mapped != MAP_FAILED) control = mapped;
  }
  close(fd);
}

/* System calls alone, without memory of their own: this also runs in signal handlers and between fork and exec. */
static int is_below(int fd) {
  char link[32] = "/proc/self/fd/";
  char digits[12];
  char path[PATH_MAX];
  int count = 0;
  size_t at = strlen(link);
  if (!control || fd < 0) return 0;
  do digits[count++] = (char)('0' + fd % 10);
  while ((fd /= 10) > 0);
  while (count > 0) link[at++] = digits[--count];
  link[at] = 0;
  int before = errno;
  ssize_t length = readlink(link, path, sizeof path - 1);
  errno = before;
  if (length <= 0 || path[0] != '/') return 0;
  path[length] = 0;
  size_t prefix = strnlen(control->folder, sizeof control->folder);
  return prefix > 0 && strncmp(path, control->folder, prefix) == 0;
}

static void wait_for(int64_t nanos) {
  if (nanos <= 0) return;
  int before = errno;
  struct timespec pause = {.tv_sec = nanos / NANOS, .tv_nsec = nanos % NANOS};
  syscall(SYS_nanosleep, &pause, NULL);
  atomic_fetch_add(&control->slowed, 1);
  errno = before;
}

/* The errno that this call must fail with, or 0. */
static int struck(int kind) {
  atomic_fetch_add(kind == WRITES ? &control->writes : &control->syncs, 1);
  wait_for(atomic_load(kind == WRITES ? &control->write_delay : &control->sync_delay));
  if (!(atomic_load(&control->kinds) & kind)) return 0;
  int64_t number = atomic_fetch_add(&control->counted, 1) + 1;
  if (number < atomic_load(&control->first) || number > atomic_load(&control->last)) return 0;
  atomic_fetch_add(&control->failed, 1);
  return (int)atomic_load(&control->error);
}

static int is_torn(void) { return atomic_load(&control->torn) != 0; }

#define FAIL_IF_STRUCK(fd, kind, tear)                                                                                 \
  if (is_below(fd)) {                                                                                                  \
    int error = struck(kind);                                                                                          \
    if (error) {                                                                                                       \
      tear;                                                                                                            \
      errno = error;                                                                                                   \
      return -1;                                                                                                       \
    }                                                                                                                  \
  }

#define HALF(call)                                                                                                     \
  if (is_torn()) {                                                                                                     \
    ssize_t written = call;                                                                                            \
    (void)written;                                                                                                     \
  }

ssize_t write(int fd, const void *bytes, size_t size) {
  find_write();
  FAIL_IF_STRUCK(fd, WRITES, HALF(real_write(fd, bytes, size / 2)))
  return real_write(fd, bytes, size);
}

ssize_t pwrite(int fd, const void *bytes, size_t size, off_t at) {
  find_pwrite();
  FAIL_IF_STRUCK(fd, WRITES, HALF(real_pwrite(fd, bytes, size / 2, at)))
  return real_pwrite(fd, bytes, size, at);
}

ssize_t pwrite64(int fd, const void *bytes, size_t size, off64_t at) {
  find_pwrite64();
  FAIL_IF_STRUCK(fd, WRITES, HALF(real_pwrite64(fd, bytes, size / 2, at)))
  return real_pwrite64(fd, bytes, size, at);
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
  find_writev();
  FAIL_IF_STRUCK(fd, WRITES, )
  return real_writev(fd, parts, count);
}

ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t at) {
  find_pwritev();
  FAIL_IF_STRUCK(fd, WRITES, )
  return real_pwritev(fd, parts, count, at);
}

ssize_t pwritev64(int fd, const struct iovec *parts, int count, off64_t at) {
  find_pwritev64();
  FAIL_IF_STRUCK(fd, WRITES, )
  return real_pwritev64(fd, parts, count, at);
}

int ftruncate(int fd, off_t size) {
  find_ftruncate();
  FAIL_IF_STRUCK(fd, WRITES, )
  return real_ftruncate(fd, size);
}

int ftruncate64(int fd, off64_t size) {
  find_ftruncate64();
  FAIL_IF_STRUCK(fd, WRITES, )
  return real_ftruncate64(fd, size);
}

int fallocate(int fd, int mode, off_t at, off_t size) {
  find_fallocate();
  FAIL_IF_STRUCK(fd, WRITES, )
  return real_fallocate(fd, mode, at, size);
}

int fallocate64(int fd, int mode, off64_t at, off64_t size) {
  find_fallocate64();
  FAIL_IF_STRUCK(fd, WRITES, )
  return real_fallocate64(fd, mode, at, size);
}

/* These two give the error, and leave errno alone. */
int posix_fallocate(int fd, off_t at, off_t size) {
  find_posix_fallocate();
  int error = is_below(fd) ? struck(WRITES) : 0;
  return error ? error : real_posix_fallocate(fd, at, size);
}

int posix_fallocate64(int fd, off64_t at, off64_t size) {
  find_posix_fallocate64();
  int error = is_below(fd) ? struck(WRITES) : 0;
  return error ? error : real_posix_fallocate64(fd, at, size);
}

int fsync(int fd) {
  find_fsync();
  FAIL_IF_STRUCK(fd, SYNCS, )
  return real_fsync(fd);
}

int fdatasync(int fd) {
  find_fdatasync();
  FAIL_IF_STRUCK(fd, SYNCS, )
  return real_fdatasync(fd);
}

/* An address has no path; the daemon maps and syncs nothing but its head. */
int msync(void *at, size_t size, int flags) {
  find_msync();
  if (control) {
    int error = struck(SYNCS);
    if (error) {
      errno = error;
      return -1;
    }
  }
  return real_msync(at, size, flags);
}

/* How far the time of day is off, in nanoseconds. */
static int64_t off(void) {
  if (!control) return 0;
  int64_t by = atomic_load(&control->clock);
  if (by) atomic_fetch_add(&control->asked, 1);
  return by;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  find_clock_gettime();
  int result = real_clock_gettime(clock, now);
  if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
    int64_t by = off();
    if (by) {
      int64_t nanos = now->tv_nsec + by % NANOS;
      now->tv_sec += by / NANOS + (nanos >= NANOS) - (nanos < 0);
      now->tv_nsec = nanos < 0 ? nanos + NANOS : nanos % NANOS;
    }
  }
  return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  find_gettimeofday();
  int result = real_gettimeofday(now, zone);
  if (result == 0) now->tv_sec += off() / NANOS;
  return result;
}

time_t time(time_t *into) {
  find_time();
  time_t now = real_time(NULL) + off() / NANOS;
  if (into) *into = now;
  return now;
}
