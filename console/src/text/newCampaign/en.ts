// English text of creating a campaign.
export const newCampaign = {
  'campaigns.new': 'New Campaign',

  'compose.name': 'Campaign Name',
  'compose.nameRequired': 'Campaign name is required',
  'compose.groups': 'Contact Groups',
  'compose.groupsRequired': 'Groups are required',
  'compose.toLandlines': 'Also send to landlines and service numbers',
  'compose.toLandlinesText':
    'They are usually charged and not delivered. Without this, the campaign skips them.',
  'compose.groupsEmpty': 'There are no contacts in these groups. Choose others, or add contacts to them.',
  'compose.noGroups': 'There are no contact groups yet. <link>Make one in Contacts</link>',
  'compose.groupsFailed': 'The groups could not be loaded. <retry>Try again</retry>',
  'compose.contacts': '{count, plural, =0 {no contacts} one {# contact} other {# contacts}}',
  'compose.againName': '{name}, again',
  'compose.copyName': 'Copy of {name}',
  'compose.editTitle': 'Edit Campaign',
  'compose.testToMe': 'Send a test to me',
  'compose.testCharged':
    'One message, charged like any other, so that you see it on your own phone before everybody else does. Your number is kept in this browser.',
  'compose.testOfTest':
    'One message to the simulator. In Test Mode it reaches no phone and costs nothing. Your number is kept in this browser.',
  'compose.testNumber': 'Your mobile number',
  'compose.testBadNumber': '{number} is not a valid phone number. Check its digits and its country code.',
  'compose.testReads': '{name, select, none {It reads:} other {It reads as for {name}:}}',
  'compose.testSend': 'Send 1 message',
  'compose.testSent': 'Test sent to {number}',
  'campaign.about': 'about {figure}',
  'review.changed': 'Campaign has been updated successfully',
  'compose.summary': 'Summary',
  'compose.inGroups': 'Contacts in them',
  'compose.unreached': 'Not reached',
  'compose.segmentsDiffer': 'differs',
  'compose.exact':
    'The next step counts exactly who gets it, what it costs, and who is skipped and why. Nothing is sent until you confirm it there.',

  'preview.as': 'As {name} sees it',
  'preview.ofRecipients': '{number, number} of {count, number}',
  'preview.previous': 'Previous recipient',
  'preview.next': 'Next recipient',
  'preview.gap':
    'This recipient has no {field, select, first_name {first name} other {last name}}, so the text has a gap there.',
  'preview.filled':
    'This recipient has no {field, select, first_name {first name} other {last name}}. The word you gave is used instead.',

  'review.noAnswer': 'No answer came. Sending again never makes the campaign twice.',
  'review.created': 'New Campaign has been created successfully',

  'campaign.missing': 'There is no such campaign in this project.',
  'campaign.backToList': 'Back to Campaigns',
  'campaign.skipped': 'Skipped',
  'compose.unverified': '{mode, select, TEST {Would see “{name}” in LIVE} other {See “{name}”}}',
} as const;
