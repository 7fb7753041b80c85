// English text of send URLs.
export const sendUrls = {
  'sendUrls.intro':
    'Each URL sends a message when it is called: by a gate, a monitor, a form, or whatever can call a URL. The sender and the numbers belong to the URL, and the call fills in its text.',
  'sendUrls.none': 'No URL sends from this project yet.',
  'sendUrls.example':
    'For example, this call sends “The gate is open”. Calls with the same content within 30 seconds send once.',
  'sendUrls.create': 'Create Send URL',
  'sendUrls.urlOnce': 'Copy the URL now: it is not shown again. Everyone who has it can send with it.',
  'sendUrls.url': 'URL',
  'sendUrls.copy': 'Copy URL',
  'sendUrls.nameHint': 'A name by which you know it, such as that of the device that calls it.',
  'sendUrls.sender': 'Sender ID',
  'sendUrls.recipients': 'Numbers',
  'sendUrls.recipientsHint': 'At most 10, separated by commas. Each call sends to all of them.',
  'sendUrls.field': 'Field With the Number',
  'sendUrls.fieldHint':
    'Only if there are no numbers above. Then everyone who has the URL can send to any number.',
  'sendUrls.body': 'Text',
  'sendUrls.bodyHint': 'Write fields of the call in braces, such as the field message above.',
  'sendUrls.fromTo': 'From {sender} to {to}',
  'sendUrls.toField': 'the number in the field {field}',
  'sendUrls.created': 'created {day}',
  'sendUrls.revokeOf': 'Revoke the URL {name}',
  'sendUrls.revokeText': 'Calls of {name} send nothing any more.',
  'sendUrls.revokeNext': 'Messages that it has accepted are still sent.',
  'sendUrls.revoked': 'The URL has been revoked',
};
