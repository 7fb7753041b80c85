// English text of the API reference. The contract describes its calls, fields and errors.
export const apiReference = {
  'api.title': 'API Reference',
  'api.back': 'Back to Dashboard',
  'api.search': 'Fields and errors',
  'api.found': 'Search results',
  'api.noneFound': 'No results for “{query}”. Field names are in English.',
  'api.foundHint': 'The best match is first.',
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
  'api.putConsent': 'Record a Consent',
  'api.listConsents': 'Get the Consents of a Number',
  'api.listOptOuts': 'List the Opt-Outs',
  'api.putOptOut': 'Opt a Number Out',
  'api.deleteOptOut': 'Remove an Opt-Out',
  'api.listContacts': 'List the Contacts',
  'api.createContact': 'Create a Contact',
  'api.getContact': 'Get a Contact',
  'api.changeContact': 'Change a Contact',
  'api.deleteContact': 'Delete a Contact',
  'api.listGroups': 'List the Groups',
  'api.createGroup': 'Create a Group',
  'api.deleteGroup': 'Delete a Group',
  'api.putMembers': 'Add or Remove Members',
  'api.listCampaigns': 'List the Campaigns',
  'api.createCampaign': 'Create a Campaign',
  'api.getCampaign': 'Get a Campaign',
  'api.cancelCampaign': 'Cancel a Campaign',
  'api.listTemplates': 'List the Templates',
  'api.createTemplate': 'Create a Template',
  'api.getTemplate': 'Get a Template',
  'api.changeTemplate': 'Change a Template',
  'api.deleteTemplate': 'Delete a Template',
  'api.listConversations': 'List the Conversations',
  'api.getConversation': 'Get a Conversation',
  'api.listConversationMessages': 'Get the Messages of a Conversation',
  'api.readConversation': 'Mark a Conversation as Read',
  'api.listEvents': 'Get Events',
  'api.listEndpoints': 'List Webhook Endpoints',
  'api.createEndpoint': 'Create a Webhook Endpoint',
  'api.getEndpoint': 'Get a Webhook Endpoint',
  'api.changeEndpoint': 'Change a Webhook Endpoint',
  'api.deleteEndpoint': 'Delete a Webhook Endpoint',
  'api.resendEvent': 'Send an Event Again',
  'api.prices': 'Get the Prices',
  'api.senders': 'List the Senders',
  'api.balance': 'Get the Balance',
  'api.login': 'Check the Credentials',
  'api.smsObject': 'The SMS Object',
  'api.verifications': 'Verifications',
  'api.start': 'Send a Code',
  'api.check': 'Check a Code',
  'api.checkNumber': 'Check a Code by Number',
  'api.resend': 'Send the Code Again',
  'api.cancelCode': 'Cancel a Verification',
  'api.getCode': 'Get a Verification',
  'api.listProfiles': 'List the Profiles',
  'api.createProfile': 'Create a Profile',
  'api.getProfile': 'Get a Profile',
  'api.changeProfile': 'Change a Profile',
  'api.deleteProfile': 'Delete a Profile',
  'api.feedback': 'Report the Outcome of a Code',
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
    'Send messages from your own software and follow their outcome. A test key works right away: run the sample unchanged to send a first message.',
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
    'Instants are ISO 8601 in UTC with milliseconds and <code>Z</code>. Money is a number in major units with at most four decimals. Ids are opaque text: do not parse them.',
  'api.requestId': 'Request id',
  'api.requestIdText':
    'Every answer has the header <code>x-request-id</code>. Include it when you contact support.',
  'api.openApiText':
    'The same as <link>OpenAPI 3.1</link>, for generators and tools. This page is drawn from it.',

  'api.authenticationText':
    'Calls use HTTP Basic: the id of the project is the username, an API key the password.',
  'api.twoKeys':
    'A project has two keys, which its settings show. The test key gives Test Mode; the live key sends to phones and is charged. Named keys for single programs can have fewer rights: Settings, API Keys.',
  'api.keepKeys':
    'Keep keys on your server, out of apps and web pages: anyone who has one can send in your name. A key that you revoke stops working within a second.',

  'api.testModeText':
    'With a test key, no message reaches a phone, nothing is charged, and no verification is needed. Every project can send from <code>SANDBOX</code> in Test Mode. The last four digits of <code>to</code> determine the outcome, in any country.',
  'api.testNumbers': 'Test numbers',
  'api.number': 'Number',
  'api.outcome': 'Outcome',
  'api.anyOther': 'any other',
  'api.anyOtherText': 'Delivered within about two seconds.',
  'api.testErrors':
    'To get an error, send to its test number under Error Codes: the call is refused with that error.',

  'api.errorCodesText':
    'A refused call stores and charges nothing, unless its description says that the outcome is unknown. Its answer has a stable <code>code</code>, a <code>description</code> with the next step, and the invalid <code>fields</code>, if any.',
  'api.error': 'Error {code}',
  'api.errorUnknown': 'No such error',
  'api.errorUnknownText': 'No call returns the code {code}.',
  'api.errorAll': 'All error codes',
  'api.errorEffect': 'What happened',
  'api.errorNothing':
    'This call sent and charged nothing. Repeated, it is refused again until the cause is gone.',
  'api.errorWait':
    'This call sent and charged nothing. If there is a <code>retry-after</code> header, wait that many seconds, then repeat the call.',
  'api.errorUnsure':
    'Repeat the call, with the same <code>Idempotency-Key</code> if it sends: nothing is sent or charged twice. If there is a <code>retry-after</code> header, wait that many seconds first.',
  'api.errorTry': 'Try it',
  'api.errorTryText': 'With a test key, send to <code>{number}</code>: the call is refused with this error.',
  'api.errorCalls': 'Calls that can return it',
  'api.errorSupport': 'If you ask for help, include the header <code>x-request-id</code> of the answer.',
  'api.codes': 'HTTP / code',
  'api.meaning': 'Meaning',
  'api.testNumber': 'Test number',

  'api.idempotencyText':
    'If you get no answer, the message may still have been accepted. Send an <code>Idempotency-Key</code> of 1 to 255 characters with each message, such as your order number. Then repeat the call with the same key and the same body: the message is accepted once.',
  'api.idempotencyReplay':
    'A repeated call gets the first answer again, with <code>Idempotent-Replayed: true</code>. Keys are kept for 24 hours. A key that was used with another body is refused with 1009, one whose first call is not answered yet with 1008.',

  'api.rateLimitsText':
    'If calls are limited, each answer has two headers. <code>RateLimit-Policy</code> has the limit (<code>q</code>) and its window in seconds (<code>w</code>). <code>RateLimit</code> has the calls left (<code>r</code>) and the seconds until the count restarts (<code>t</code>).',
  'api.tooMany':
    'Calls above the limit are refused with status 429 and code 1006: wait for the seconds in <code>Retry-After</code>. To send many messages, use batches.',
  'api.headersLabel': 'Headers of an answer',

  'api.messagesText': 'Send one message or many, follow them, and read the log of a project.',

  'api.verificationsText': 'Send a one-time code to a phone, and check what the person types.',

  'api.callbacksText':
    'Give a message a <code>status_callback</code>, and each new status is posted to that address.',
  'api.callbacksReach':
    'The address must be on the public internet: <code>localhost</code> and private networks are not called, unless the operator of this service sets <code>CALLBACKS_ALLOW_PRIVATE</code>. The details of a message in the logs show each try.',
  'api.callbacksRetry':
    'Answer with any 2xx within 15 seconds. After any other answer the callback is retried: ten attempts in all, over about three days. Callbacks can arrive late or twice: order them by <code>sequence</code>, and detect duplicates by <code>webhook-id</code>. Settings, Callbacks shows each attempt with its answer and can send callbacks again.',
  'api.incoming': 'Incoming Messages',
  'api.incomingExample': 'An incoming message',
  'api.incomingText':
    'When a phone sends a message to a number of your project, the message is posted to the incoming callback URL in the project’s settings, with the same signature and retries. Its <code>direction</code> is <code>INCOMING</code>, so one endpoint can receive both kinds.',
  'api.callbackExample': 'A status callback',
  'api.callbackBody': 'Body',
  'api.callbackHeaders': 'Headers',
  'api.verifyingText':
    'Callbacks are signed as in Standard Webhooks 1.0. The signature is <code>v1,</code> and the base64 of an HMAC-SHA256 over <code>webhook-id</code>, <code>webhook-timestamp</code> and the body as it came, with dots between them.',
  'api.verifyingSecret':
    'Its key is the callback signing secret in the project’s settings: decode the base64 after <code>whsec_</code>. For a day after a rotation there are two signatures; accept the callback if either matches.',
  'api.verifyingReplay':
    'Compare signatures in constant time, and reject callbacks that are more than five minutes old. The sample does both.',

  'api.clientsText':
    'The clients do all of this for you: retries with idempotency keys, paging and verified callbacks. Install them from this service:',
  'api.clientsInstall': 'Install a client',

  'api.tryIt': 'Try it',
  'api.tryCall': 'Try it: {call}',
  'api.call': 'Send Request',
  'api.trySignedOut': '<link>Log in</link> to send this with your test key.',
  'api.tryNoProject': '<link>Create a project</link> to send this with its test key.',
  'api.tryHidden': 'Only owners and admins see the keys of this project.',
  'api.inLogs': 'See in Logs',
} as const;
