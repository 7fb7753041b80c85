// English text of the shell, and of the page for people without a team.
import { SHOWN_STATUSES, type ShownStatus, STATUSES } from '@godwit/contract/messages/statuses';

const STATUS_LABELS = Object.fromEntries(
  SHOWN_STATUSES.map((status) => [`status.${status}`, STATUSES[status].label]),
) as Record<`status.${ShownStatus}`, string>;

export const shell = {
  'app.loadFailed': 'The console could not be loaded.',
  'app.again': 'This page keeps trying.',
  'relogin.text': 'Your authentication failed. Try re-login again.',
  'relogin.forgot': 'Forgot your Password',
  'nav.more': 'More',
  'nav.send': 'Send',
  'nav.templates': 'Templates',
  'nav.balance': 'Balance',
  'nav.liveBalance': 'LIVE balance',
  'palette.open': 'Search…',
  'project.choose': 'Project: {name}',
  'project.createNew': 'Create New Project',
  'project.newTitle': 'New Project',
  'project.promptTitle': 'Create a Project',
  'project.prompt':
    'Create a new project to start sending SMSs. You can create multiple projects under this billing account and they can be managed separately from the dashboard.',
  'project.none': 'There is no project in this team yet. An owner or an admin can create one.',
  'project.name': 'Project Name',
  'project.create': 'Create',
  'project.createPrompt': 'Create Project',
  'project.created': 'New project has been created successfully',
  'project.archivedName': '{name} (archived)',
  'archived.title': 'This project is archived',
  'archived.text': 'It sends no more messages. You can still read everything in it.',
  'banner.title': 'Account not Verified',
  'banner.text':
    'Your identity needs to be verified before you can start sending SMS. You can upload required documents and get verified <link>here</link>.',
  'banner.inReview':
    'In review since {day}. It takes up to 2 business days, and we email you the decision. <link>See the request</link>',
  'banner.test': 'Test Mode needs no verification, only LIVE does.',
  'mode.testMode': 'Test Mode',
  'mode.test': 'TEST',
  'mode.live': 'LIVE',
  'mode.barLong': 'Messages go to the simulator. Nothing is sent to a phone and nothing is charged.',
  'mode.barShort': 'Nothing is sent or charged.',
  'verifyModal.title': 'Verify Account',
  'verifyModal.text': 'Your identity needs to be verified before you switching the LIVE mode.',
  'verifyModal.verify': 'Verify',
  ...STATUS_LABELS,
  'noTeam.text':
    'You are not in a team any more. Your account stays: open the link of an invitation to join a team, or ask an owner to send you one.',
} as const;
