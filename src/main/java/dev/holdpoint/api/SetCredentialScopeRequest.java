package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Required;
import dev.holdpoint.api.rule.Strict;

@About("Which credentials the session can use from now on.")
@Strict
public record SetCredentialScopeRequest(@Required CredentialScope credentialScope) {}
