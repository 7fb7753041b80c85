// English text of the page of a person.
export const people = {
  'person.contact': 'Contact',
  'person.noContact': 'This number is not in your contacts.',
  'person.edit': 'Edit contact',
  'person.optOuts': 'Stopped',
  'person.noOptOuts': 'Nothing: this number accepts messages from your team.',
  'person.optOut': '{scope}, since {day}. {source}.',
  'person.consents': 'Consent to advertising',
  'person.GIVEN': 'Given',
  'person.INFERRED': 'Inferred',
  'person.WITHDRAWN': 'Withdrawn',
  'person.consent': '{kind}, {day}: {source}',
  'person.noMessages': 'No messages with this number in these days.',
  'person.otherProjects': 'Messages of {project} only.',
} as const;
