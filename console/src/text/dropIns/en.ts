// English text of drop-in APIs.
export const dropIns = {
  'dropIns.intro':
    'Programs written for another product send from this project if you change their address and key. Their messages have the same prices, limits and log as all others.',
  'dropIns.on': 'On since {when}',
  'dropIns.off': 'Off. Calls are refused.',
  'dropIns.enable': 'Enable',
  'dropIns.enabling': 'Enabling…',
  'dropIns.disable': 'Disable',
  'dropIns.disabling': 'Disabling…',
  'dropIns.enableTitle': 'Enable the {name} API',
  'dropIns.enableText':
    'Programs with a key of this project can then send through it. LIVE messages are charged.',
  'dropIns.disableTitle': 'Disable the {name} API',
  'dropIns.disableText':
    'Programs that call it can no longer send. Messages that it has accepted are still sent.',
  'dropIns.enabled': 'The {name} API is on',
  'dropIns.disabled': 'The {name} API is off',
  'dropIns.example': 'For example, this call sends a TEST message. TEST_KEY is in the overview.',
  'dropIns.KANNEL': 'Kannel',
  'dropIns.KANNELHint': 'sendsms of Kannel, with delivery reports to dlr-url',
  'dropIns.KANNELRisk':
    'The address of a call holds its key. Give each program a named key that can only send.',
  'dropIns.TWILIO': 'Twilio',
  'dropIns.TWILIOHint': 'Messages and Verify of Twilio’s API, with signed callbacks',
  'dropIns.TWILIORisk':
    'Its live and test keys work as auth tokens. Give each program a named key that can only send.',
  'dropIns.SMTP': 'SMTP',
  'dropIns.SMTPHint': 'Mail for a number becomes a message, over TLS and with an API key',
  'dropIns.SMTPRisk':
    'Programs keep the key as the password of a mail server. Give each program a named key that can only send.',
};
