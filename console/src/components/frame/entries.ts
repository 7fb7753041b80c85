// The entries of the customers' navigation, on wide screens and on phones.
import { may } from '@godwit/contract/roles';
import {
  type Icon,
  IconAddressBook,
  IconBan,
  IconCode,
  IconCreditCard,
  IconFileText,
  IconHome,
  IconId,
  IconListDetails,
  IconMessages,
  IconSend,
  IconSettings,
  IconSpeakerphone,
  IconUserCircle,
  IconUsers,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { unreadQuery } from '../../api/conversations.ts';
import { paths } from '../../paths.ts';
import { useMay, useProjects, useSharedDialog } from '../../session/context.ts';
import { inMode, useMode } from '../../session/mode.ts';
import type { TextId } from '../../text/catalogue.ts';
import { useText } from '../../text/useText.ts';
import { isIn, type NavEntry } from './Frame.tsx';

export type Entry = NavEntry & { icon: Icon };

export type Entries = {
  /** The five of the specification, without Settings if there is no project. */
  main: Entry[];
  /** The other pages of the team and the project. */
  more: Entry[];
  /** The entries of a phone's bar, and those of its sheet. */
  tabs: Entry[];
  sheet: Entry[];
};

const ofCampaigns = ['/campaigns', '/campaign', '/new-campaign'];

/**
 * Without a project, Logs, Campaigns and Send open the prompt for one, and the project's own pages are left
 * out.
 */
export function useEntries(): Entries {
  const t = useText();
  const { project } = useProjects();
  const { pathname, hash } = useLocation();
  const openDialog = useSharedDialog();
  const mayCreate = useMay('projects');
  const mode = useMode();
  const unread = useUnread();
  const maySend = project ? project.archived_at === null && may(project.role, 'send') : mayCreate;

  const isCurrent = (areas: string[]) => areas.some((area) => isIn(pathname, area));
  const entry = (id: TextId, icon: Icon, to: string, areas = [to]): Entry => ({
    label: t(id),
    icon,
    to,
    current: isCurrent(areas),
  });
  const withPrompt = (made: Entry): Entry =>
    project || !mayCreate ? made : { ...made, onPress: () => openDialog('prompt') };
  const inThisMode = (made: Entry): Entry => ({ ...made, to: inMode(made.to, mode) });

  const home = inThisMode({ ...entry('nav.home', IconHome, paths.home), current: pathname === paths.home });
  const logs = withPrompt(inThisMode(entry('nav.logs', IconListDetails, paths.logs)));
  const send = withPrompt(inThisMode(entry('nav.send', IconSend, paths.sendSms)));
  const campaigns = withPrompt(
    inThisMode(entry('nav.campaigns', IconSpeakerphone, paths.campaigns, ofCampaigns)),
  );
  const contacts = entry('nav.contacts', IconAddressBook, paths.contacts, [paths.contacts, '/people']);

  const isSenders = isIn(pathname, paths.senderId) || (isIn(pathname, '/settings') && hash === '#senders');
  const ofProject = project
    ? {
        settings: {
          ...entry('nav.settings', IconSettings, paths.settings(project.id), ['/settings']),
          ...(isSenders && { current: false }),
        },
        conversations: {
          ...inThisMode(entry('nav.conversations', IconMessages, paths.conversations)),
          count: unread,
        },
        templates: entry('nav.templates', IconFileText, paths.templates),
        senders: {
          ...entry('field.senderIds', IconId, paths.setting(project.id, 'senders')),
          current: isSenders,
        },
      }
    : null;
  const billing = entry('nav.billing', IconCreditCard, paths.billing, [paths.billing, paths.paymentComplete]);
  const settings = ofProject ? [ofProject.settings] : [];
  const more = [
    ...(ofProject ? [ofProject.conversations] : []),
    ...(ofProject && maySend ? [ofProject.templates] : []),
    inThisMode(entry('nav.optOuts', IconBan, paths.optOuts)),
    ...(ofProject ? [ofProject.senders] : []),
    billing,
  ];
  return {
    main: [home, logs, withSendSms(campaigns, pathname), contacts, ...settings],
    more,
    tabs: [home, logs, ...(maySend ? [send] : []), contacts],
    sheet: [
      campaigns,
      ...more,
      ...settings,
      entry('field.team', IconUsers, paths.team),
      entry('nav.api', IconCode, paths.api),
      entry('avatar.manage', IconUserCircle, paths.profile),
    ],
  };
}

/** The row of wide screens has no entry of its own for Send SMS. */
const withSendSms = (campaigns: Entry, pathname: string): Entry => ({
  ...campaigns,
  current: campaigns.current || isIn(pathname, paths.sendSms),
});

/** The number of unread threads of the project in the current mode. */
function useUnread(): number | undefined {
  const { project } = useProjects();
  const mode = useMode();
  const unread = useQuery({
    ...unreadQuery({ project_id: project?.id ?? '', mode }),
    enabled: project !== null,
  });
  return unread.data?.threads;
}
