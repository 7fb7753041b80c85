// Sentences about teams and their single sign-on.
export const ONLY_OWNER_INVITES_OWNER = 'Only an owner can invite another owner.';
export const IN_TEAM_ALREADY = 'You are already in this team.';
export const PERSON_IN_TEAM_ALREADY =
  'This person is already in the team. Change their role in the list of members.';
export const TEAM_NEEDS_OWNER = 'A team needs an owner. Make someone else an owner first.';
export const ISSUER_NOT_HTTPS = 'The issuer must begin with https://.';
export const ISSUER_INVALID =
  'The issuer must be an address such as https://login.example.com, without a query.';
export const CLIENT_ID_REQUIRED = 'The client id is required';
export const CLIENT_ID_LONG = 'The client id can have at most 500 characters';
export const CLIENT_SECRET_REQUIRED = 'The client secret is required';
export const CLIENT_SECRET_LONG = 'The client secret can have at most 1000 characters';
export const NEW_CLIENT_SECRET_REQUIRED = 'The client secret of the new provider is required';
export const NO_PROVIDER_AT_ISSUER =
  'No OpenID Connect provider on the public internet answers at this issuer. Copy the issuer from your provider again.';
export const SIGN_ON_BEFORE_REQUIRING = 'Save this and sign in with it once before you require it.';
export const TOO_MANY_DOMAINS = 'A team has at most 20 domains.';
export const DOMAIN_INVALID = 'This is not a domain such as example.com';
export const TXT_RECORD_MISSING =
  'The TXT record was not found yet. A new record can take an hour to appear.';
export const NAME_SERVERS_SILENT = 'The name servers of this domain do not respond.';
export const DOMAIN_OF_OTHER_TEAM = 'Another team has already verified this domain.';
export const SIGN_ON_LINK_SHARED =
  'This person has no sign-on link, or another of their teams uses the same one; they have to leave that team first.';
