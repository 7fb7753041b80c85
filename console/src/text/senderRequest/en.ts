// English text of the steps that request a sender ID.
export const senderRequest = {
  'sender.help':
    'A sender ID is the name people see instead of a number. It has {shortest} to 11 characters: letters or numbers, with underscores and spaces as the only special characters, and at least one letter. It must not resemble a well-known business or public figure.',
  'sender.hint.TRANSACTIONAL':
    'Login codes, receipts, “your order is ready”: what a person has just done or asked for. They go at any hour.',
  'sender.hint.SERVICE':
    'Reminders, appointments, changed opening hours, power cuts: news for people who are your customers, without an offer. In some countries they wait at night and need consent.',
  'sender.hint.PROMOTIONAL':
    'Offers, discounts, news of products. Each message ends with an opt-out link, so a part of it holds 120 characters instead of 160.',
  'sender.usage': 'Describe Sender ID Usage',
  'sender.legalName': 'Legal Name of Business or Individual',
  'sender.owner': 'Whose name is it?',
  'sender.ownerUs': 'Ours',
  'sender.ownerClient': 'A client’s; we send for them',
  'sender.scheme': 'Kind of business number',
  'sender.schemeNone': 'No business number',
  'sender.scheme.ABN': 'ABN, Australia',
  'sender.scheme.ACN': 'ACN, Australia',
  'sender.scheme.BRN': 'Company number, Sri Lanka',
  'sender.scheme.UEN': 'UEN, Singapore',
  'sender.number': 'Business number of the owner',
  'sender.basis': 'What gives the business this name',
  'sender.basisNone': 'Nothing chosen',
  'sender.basis.BUSINESS_NAME': 'Registered business name',
  'sender.basis.COMPANY_NAME': 'Name of the company',
  'sender.basis.TRADE_MARK': 'Trade mark',
  'sender.basis.DOMAIN': 'Domain',
  'sender.consent': 'Consent of the owner',
  'sender.consentHint': 'A letter that names your team and this sender ID, signed by the owner.',
  'sender.documentsHint':
    'Documents that show the right to the name help us decide, such as a trade mark, a registration, or the letter of a network that has registered it.',
  'sender.submit': 'Request Sender ID',
  'sender.sent': 'Sender ID requested successfully',
  'sender.rules': 'What a sender ID has to be',
  'sender.ruleLength': '{shortest} to 11 characters',
  'sender.ruleCharacters': 'Letters, numbers, underscores and spaces, none at the ends',
  'sender.rulePrintable':
    'Letters, numbers and signs of an English keyboard; no spaces or underscores at the ends',
  'sender.ruleLetter': 'At least one letter',
  'sender.seenTitle': 'What people see',
  'sender.seenSample': 'Your message comes from this name.',
  'sender.elsewhere': 'Other countries',
  'sender.steps': 'Steps of the request',
  'sender.step': 'Step {at} of {all}',
  'sender.step.owner': 'Owner',
  'sender.step.name': 'Name',
  'sender.step.content': 'Messages',
  'sender.step.evidence': 'Evidence',
  'sender.step.summary': 'Summary',
  'sender.stepTitle.owner': 'The owner of the name',
  'sender.stepTitle.name': 'The name',
  'sender.stepTitle.content': 'The messages',
  'sender.stepTitle.evidence': 'Evidence for the name',
  'sender.stepTitle.summary': 'Check and request',
  'sender.continue': 'Continue',
  'sender.back': 'Back',
  'sender.change': 'Change',
  'sender.changeOf': 'Change {what}',
  'sender.clientHint':
    'Give the client’s own business number here, and its consent in a later step. A project has one open request at a time: make a project for each client, and requests and messages stay apart.',
  'sender.legalNameHint': 'Of your client, not of your team',
  'sender.where': 'Where will you send?',
  'sender.whereHint':
    'These countries have rules for sender IDs. If a country has a register, we submit the name.',
  'sender.numberFits': 'The number has a valid format. Our staff will look it up in the register.',
  'sender.noAbn':
    'The register of Australia takes a name only with its owner’s ABN. Without one your messages arrive all the same, and people see “{name}” instead of the name. An ABN is free, for charities and clubs too. <link>Apply for an ABN</link>',
  'sender.noNumberBlocks':
    'Networks in {countries} refuse messages from names that they have not registered, and may ask for a business number. Without one, expect questions from us.',
  'sender.noNumberFine': '{countries}: a name needs no business number.',
  'sender.helpShort':
    'A sender ID is the name people see instead of a number. It must not resemble a well-known business or public figure.',
  'sender.nameFits': 'This name can be requested.',
  'sender.tryName': '<use>{name}</use> can be requested.',
  'sender.notThere': '{country} does not take this name. {problem}.',
  'sender.hasName':
    'This project sends from {name} already. A new request changes its class or its owner. Until it is approved, nothing changes.',
  'sender.usageHint': 'Who gets the messages, and how they agreed to that',
  'sender.sample': 'Example of a Message (Optional)',
  'sender.sampleHint': 'As you will send it. It shows our staff that the type fits.',
  'sender.addDocuments': 'Add documents',
  'sender.nextTitle': 'What happens next',
  'sender.nextStaff': 'Our turn: staff check the name within 7 business days, and you get an email.',
  'sender.nextRegister':
    '{country}, our turn: we look up the owner and hand the name in. The register may ask the owner to confirm it.',
  'sender.nextAbn': '{country}, your turn: once the owner has an ABN, request the name again with it.',
  'sender.nextNetworks':
    '{country}, our turn: we hand the name in to {networks}. Each of them decides for its own numbers. For the others you can choose a substitute on this page.',
  'sender.meanwhile':
    'Until we approve it, nothing is sent from this name. Your other sender IDs keep working.',
  'sender.seenWhen': 'Once our staff approve the name',
  'sender.refusedAt': '{networks} refuse messages until they have registered the name.',
  'sender.withoutNames':
    'Networks in some countries, for example {country}, deliver no names. Messages to them are refused and not charged.',
  'sender.filledAgain':
    'The answers of your last request are filled in. Change what the reason names. You can use its documents again.',
  'sender.draftKept': 'Your draft is kept in this browser. <clear>Clear it</clear>',
  'sender.seenBefore': 'Until it is registered there',
  'sender.seenAfter': 'Once it is registered{needs, select, abn {, which needs the owner’s ABN} other {}}',
  'sender.costText':
    'We charge nothing to your balance for a sender ID. Registers and networks may charge the owner of the name fees of their own.',
  'sender.typeHint':
    '{class} is chosen until you change it. The type decides about the opt-out link, quiet hours and consent.',
  'sender.filledWithdrawn':
    'The answers of the request that you withdrew are filled in. You can use its documents again.',
  'sender.offerEarlier':
    'Is it for the same business? <use>Fill in the owner, messages and evidence of {sender}.</use> You can change each answer.',
  'sender.earlierDocuments': 'Documents of your last request',
  'sender.useAgain': 'Use again',
  'sender.useDocument': 'Use again: {name}',
  'sender.countries': 'Countries',
  'sender.nextStaffLate': 'Our turn: staff check the name, and you get an email.',
  'sender.withdraw': 'Withdraw Request',
  'sender.withdrawHint': 'To change your answers, withdraw the request and send it again.',
  'sender.withdrawTitle': 'Withdraw the request for {sender}?',
  'sender.withdrawText':
    'Our staff stop checking it, and you can make another request. Its answers will be filled in. Nothing was charged.',
  'sender.withdrawing': 'Withdrawing…',
  'sender.withdrawn': 'Request withdrawn',
} as const;
