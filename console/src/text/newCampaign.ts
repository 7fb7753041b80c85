// Words of making a campaign, and those that all pages of campaigns say.
export const newCampaign = {
  'campaigns.new': 'New Campaign',

  'compose.name': 'Campaign Name',
  'compose.nameRequired': 'Campaign name is required',
  'compose.groups': 'Contact Groups',
  'compose.groupsRequired': 'Groups are required',
  'compose.groupsEmpty': 'There are no contacts in these groups. Choose others, or add contacts to them.',
  'compose.noGroups': 'There are no contact groups yet. <link>Make one in Contacts</link>',
  'compose.groupsFailed': 'The groups could not be loaded. <retry>Try again</retry>',
  'compose.contacts': '{count, plural, =0 {no contacts} one {# contact} other {# contacts}}',
  'compose.retryOf':
    '{count, plural, one {The one recipient} other {The # recipients}} whom <link>{name}</link> did not reach: {parts}.',
  'compose.retryFailed': '{count, number} failed',
  'compose.retrySkipped': '{count, number} skipped',
  'compose.retryCancelled': '{count, number} cancelled',
  'compose.againName': '{name}, again',
  'compose.copyName': 'Copy of {name}',
  'compose.summary': 'Summary',
  'compose.inGroups': 'Contacts in them',
  'compose.unreached': 'Not reached',
  'compose.segmentsDiffer': 'differs',
  'compose.exact':
    'The next step counts exactly who gets it, what it costs, and who is skipped and why. Nothing is sent until you confirm it there.',

  'review.why': 'Skipped, and why',
  'review.noAnswer': 'No answer came. Sending again never makes the campaign twice.',
  'review.created': 'New Campaign has been created successfully',

  'campaign.missing': 'There is no such campaign in this project.',
  'campaign.backToList': 'Back to Campaigns',
  'campaign.skipped': 'Skipped',
} as const;
