// Settings of the ports besides HTTP: for customers' programs over SMPP and mail, and for metrics. They are a
// part of the table in settings.ts.
import { resolve } from 'node:path';
import { optional, parseCount, parseDomain, parsePort, withDefault } from './settingValues.ts';

export const PORT_SETTINGS = {
  smppPort: optional(
    'SMPP_PORT',
    'none: customers cannot bind',
    'Port for customers’ SMPP binds, in a process with the role `web`; 0 takes any free one.',
    parsePort,
  ),
  smppHost: optional('SMPP_HOST', 'HOST', 'Address to listen on for SMPP.', (text) => text),
  smppTlsCert: optional(
    'SMPP_TLS_CERT',
    'none: no TLS',
    'Certificate file for TLS on the SMPP port, with its intermediate certificates.',
    (text) => resolve(text),
  ),
  smppTlsKey: optional(
    'SMPP_TLS_KEY',
    'none; required with SMPP_TLS_CERT',
    'Private key file of that certificate.',
    (text) => resolve(text),
  ),
  smppMaxBinds: withDefault(
    'SMPP_MAX_BINDS',
    '500',
    'Most SMPP connections of customers to this process; further ones are dropped.',
    parseCount,
  ),
  smtpInPort: optional(
    'SMTP_IN_PORT',
    'none: no mail is taken',
    'Port on which customers’ programs [send by mail](switch-from-email.md), in a process with the role `web`; 0 takes any free one. Needs SMTP_IN_TLS_CERT.',
    parsePort,
  ),
  smtpInHost: optional('SMTP_IN_HOST', 'HOST', 'Address to listen on for mail.', (text) => text),
  smtpInDomain: optional(
    'SMTP_IN_DOMAIN',
    'the host of PUBLIC_URL',
    'Domain of the recipients: mail for `94771234567@SMTP_IN_DOMAIN` becomes a message. Mail for any other domain is refused.',
    parseDomain,
  ),
  smtpInTlsCert: optional(
    'SMTP_IN_TLS_CERT',
    'none; required with SMTP_IN_PORT',
    'Certificate file for STARTTLS on that port, with its intermediate certificates.',
    (text) => resolve(text),
  ),
  smtpInTlsKey: optional(
    'SMTP_IN_TLS_KEY',
    'none; required with SMTP_IN_TLS_CERT',
    'Private key file of that certificate.',
    (text) => resolve(text),
  ),
  smtpInMaxConnections: withDefault(
    'SMTP_IN_MAX_CONNECTIONS',
    '200',
    'Most connections of such programs to this process; further ones are refused.',
    parseCount,
  ),
  metricsPort: optional(
    'METRICS_PORT',
    '9464, or a free port if that is taken; the log has the address',
    'Port of `/metrics` for Prometheus, and of `/healthz` and `/readyz` in a process without the role `web`; 0 takes any free one.',
    parsePort,
  ),
  metricsHost: withDefault(
    'METRICS_HOST',
    '127.0.0.1',
    'Address to serve metrics on. They name links and teams: let only Prometheus reach it.',
    (text) => text,
  ),
};
