// Sentences about teams and their single sign-on.
export const ONLY_OWNER_INVITES_OWNER = 'Only an owner can invite another owner.';
export const IN_TEAM_ALREADY = 'You are in this team already.';
export const PERSON_IN_TEAM_ALREADY =
  'This person is in the team already. Change their role in the list of members.';
export const TEAM_NEEDS_OWNER = 'A team needs an owner: make somebody else one first.';
export const ISSUER_NOT_HTTPS = 'The issuer must begin with https://.';
export const ISSUER_INVALID =
  'The issuer must be an address such as https://login.example.com, without a query.';
export const CLIENT_ID_REQUIRED = 'The client id is required';
export const CLIENT_ID_LONG = 'The client id has at most 500 characters';
export const CLIENT_SECRET_REQUIRED = 'The client secret is required';
export const CLIENT_SECRET_LONG = 'The client secret has at most 1000 characters';
export const NEW_CLIENT_SECRET_REQUIRED = 'The client secret of the new provider is required';
export const NO_PROVIDER_AT_ISSUER =
  'No provider of OpenID Connect on the public internet answers at this issuer. Copy the issuer from your provider again.';
export const SIGN_ON_BEFORE_REQUIRING = 'Save this first, and sign in with it once: then it can be required.';
export const TOO_MANY_DOMAINS = 'A team has at most 20 domains.';
export const DOMAIN_INVALID = 'This is not a domain such as example.com';
export const TXT_RECORD_MISSING =
  'The TXT record is not there yet. It can take an hour until a new one is seen.';
export const NAME_SERVERS_SILENT = 'The name servers of this domain do not answer.';
export const DOMAIN_OF_OTHER_TEAM = 'Another team has proved this domain already.';
export const SIGN_ON_LINK_SHARED =
  'This person has no sign-on link, or another team of theirs uses it too: then they have to leave that team first.';
