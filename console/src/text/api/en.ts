// English text of the API reference. The contract describes its calls, fields and errors.
export const apiReference = {
  'api.title': 'API Reference',
  'api.back': 'Back to Dashboard',
  'api.introduction': 'Introduction',
  'api.authentication': 'Authentication',
  'api.testMode': 'Test Mode',
  'api.errorCodes': 'Error Codes',
  'api.idempotency': 'Idempotency',
  'api.rateLimits': 'Rate Limits',
  'api.messages': 'Messages',
  'api.send': 'Send an SMS',
  'api.details': 'Get SMS Details',
  'api.log': 'Get SMS Log',
  'api.batch': 'Send a Batch',
  'api.cancel': 'Cancel an SMS',
  'api.balance': 'Get the Balance',
  'api.login': 'Check the Credentials',
  'api.smsObject': 'The SMS Object',
  'api.callbacks': 'Status Callbacks',
  'api.verifying': 'Verify a Callback',
  'api.clients': 'Clients',

  'api.copy': 'Copy {what}',
  'api.sampleLabel': '{what}: {language}',
  'api.languageOf': '{what}: language',
  'api.exampleAnswer': 'Example answer {status}',
  'api.answerTo': '{call}: answer',
  'api.status': 'Answer {status}',
  'api.required': 'required',
  'api.request': 'Request',
  'api.answer': 'Answer',
  'api.fields': 'Fields',
  'api.errors': 'Errors',
  'api.answersMessage': 'Answers <link>the SMS object</link>.',

  'api.introductionText':
    'Send messages from your own software and read what became of them. A test key works right away, so the program beside this sends a first message as it stands.',
  'api.firstMessage': 'First message',
  'api.filledSignedOut':
    '<link>Log in</link>, and all samples are filled with the id and the test key of your project.',
  'api.filledNoProject':
    'Samples are filled with the id and the test key of your project once you have <link>created one</link>.',
  'api.filledHidden': 'Samples have the id of <b>{project}</b>. Only owners and admins see its keys.',
  'api.filled':
    'Samples have the id and the test key of <b>{project}</b>. The key is hidden on screen and copied whole.',
  'api.host': 'Host',
  'api.bodies': 'Bodies',
  'api.bodiesText':
    'JSON in UTF-8. Single messages may also come as a form (<code>application/x-www-form-urlencoded</code>).',
  'api.values': 'Values',
  'api.valuesText':
    'Instants are ISO 8601 in UTC with milliseconds and <code>Z</code>. Money is a number in major units with at most four decimals. Ids are text; do not take them apart.',
  'api.requestId': 'Request id',
  'api.requestIdText':
    'Every answer has the header <code>x-request-id</code>. Name it when you ask for help.',
  'api.openApiText':
    'The same as <link>OpenAPI 3.1</link>, for generators and tools. This page is drawn from it.',

  'api.authenticationText':
    'Calls use HTTP Basic: the id of the project is the username, an API key the password.',
  'api.twoKeys':
    'A project has two keys, which its settings show. The test key gives Test Mode; the live key sends to phones and is charged.',
  'api.keepKeys':
    'Keep keys on your server, out of apps and web pages: anyone who has one can send in your name. A key that you revoke stops working within a second.',

  'api.testModeText':
    'With a test key nothing leaves and nothing is charged, and no verification is needed. Every project has the sender <code>SANDBOX</code> there. The last four digits of <code>to</code> decide what becomes of a message, in any country.',
  'api.testNumbers': 'Test numbers',
  'api.number': 'Number',
  'api.outcome': 'What becomes of it',
  'api.anyOther': 'any other',
  'api.anyOtherText': 'Delivered within about two seconds.',
  'api.testErrors':
    'To see an error, send to the number beside it under Error Codes: it is refused with exactly that.',

  'api.errorCodesText':
    'A call that is refused has done nothing. Its answer has a <code>code</code>, which stays the same, a <code>description</code> that says what to do, and <code>fields</code> if a field is at fault.',
  'api.codes': 'HTTP / code',
  'api.meaning': 'Meaning',
  'api.testNumber': 'Test number',

  'api.idempotencyText':
    'When no answer comes, the message may have been accepted all the same. Send an <code>Idempotency-Key</code> of your own with each message, 1 to 255 characters, such as the number of your order, and repeat the call with the same key and the same body: it is accepted once.',
  'api.idempotencyReplay':
    'A repeated call gets the first answer again, with <code>Idempotent-Replayed: true</code>. Keys are kept for 24 hours. A key that was used with another body is refused with 1009, one whose first call is not answered yet with 1008.',

  'api.rateLimitsText':
    'If calls are limited, answers say so: <code>RateLimit-Policy</code> has how many calls (<code>q</code>) in how many seconds (<code>w</code>), <code>RateLimit</code> how many are left (<code>r</code>) and in how many seconds the count starts again (<code>t</code>).',
  'api.tooMany':
    'A call too many is refused with 429 and 1006. <code>Retry-After</code> has the seconds to wait. For many messages, send batches.',
  'api.headersLabel': 'Headers of an answer',

  'api.messagesText': 'Send one message or many, follow them, and read the log of a project.',

  'api.callbacksText':
    'Give a message a <code>status_callback</code>, and each new status is posted to that address.',
  'api.callbacksReach':
    'The address must be on the public internet: <code>localhost</code> and private networks are not called, unless the operator of this service sets <code>CALLBACKS_ALLOW_PRIVATE</code>. The details of a message in the logs show each try.',
  'api.callbacksRetry':
    'Answer with any 2xx within 15 seconds. Anything else is tried again, ten times in all over about three days. Callbacks can come late or twice: <code>sequence</code> gives their order, <code>webhook-id</code> tells one that you have. Settings, Callbacks shows each attempt with its answer, and sends callbacks again.',
  'api.incoming': 'Incoming Messages',
  'api.incomingExample': 'An incoming message',
  'api.incomingText':
    'A message that a phone sends to a number of your project is posted once, with the same signature and retries, to the incoming callback URL of the project’s settings. <code>direction</code> is <code>INCOMING</code>; the same servers and programs can take both.',
  'api.callbackExample': 'A status callback',
  'api.callbackBody': 'Body',
  'api.callbackHeaders': 'Headers',
  'api.verifyingText':
    'Callbacks are signed as in Standard Webhooks 1.0. The signature is <code>v1,</code> and the base64 of an HMAC-SHA256 over <code>webhook-id</code>, <code>webhook-timestamp</code> and the body as it came, with dots between them.',
  'api.verifyingSecret':
    'Its key is the callback signing secret in the settings of the project: the base64 after <code>whsec_</code>. After a rotation there are two signatures for a day; one that fits is enough.',
  'api.verifyingReplay':
    'Compare in constant time, and refuse what is more than five minutes old. The program beside this does both.',

  'api.clientsText':
    'Two clients do all of this for you: retries with idempotency keys, paging, verifying callbacks. Install them from this service:',
  'api.clientsInstall': 'Install a client',

  'api.tryIt': 'Try it',
  'api.tryCall': 'Try it: {call}',
  'api.call': 'Send Request',
  'api.trySignedOut': '<link>Log in</link> to send this with your test key.',
  'api.tryNoProject': '<link>Create a project</link> to send this with its test key.',
  'api.tryHidden': 'Only owners and admins see the keys of this project.',
  'api.inLogs': 'See in Logs',
} as const;
