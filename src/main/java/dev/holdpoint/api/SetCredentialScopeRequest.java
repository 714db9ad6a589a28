package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Required;

@About("Which credentials the session can use from now on.")
public record SetCredentialScopeRequest(@Required CredentialScope credentialScope) {}
