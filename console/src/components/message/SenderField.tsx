// The sender of a message: the project's sender IDs, and the sandbox in TEST.

import { classAnswer } from '@godwit/contract/contentClass';
import type { Mode } from '@godwit/contract/messages/statuses';
import type { Project, ProjectSender } from '@godwit/contract/projects';
import { SANDBOX_SENDER } from '@godwit/contract/senders';
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { projectQuery } from '../../api/projects.ts';
import { paths } from '../../paths.ts';
import { classOfSender } from '../../senderClass.ts';
import { useText } from '../../text/useText.ts';
import { buttonFor, linkTo } from '../../ui/richText.tsx';

type Sender = Pick<ProjectSender, 'id' | 'class' | 'is_promotional' | 'registrations'> &
  Partial<Pick<ProjectSender, 'substitute'>>;

/** The available sender IDs and the selected one. */
export type Senders = {
  /** Undefined while they load. */
  all: Sender[] | undefined;
  chosen: Sender | null;
  /** The countries whose networks deliver no names (ISO 3166 alpha-2). */
  withoutNames: readonly string[];
  /** The countries with registers of names. */
  registers: Project['country_rules']['registers'];
  failed: boolean;
  retry: () => void;
  /** Waits for the sender IDs and returns the selected one, or null. */
  load: () => Promise<Sender | null>;
};

/**
 * Loads the project's sender IDs. TEST has one more, which needs no approval. Selects the first one unless
 * `from` is valid.
 */
export function useSenders(projectId: string, mode: Mode, from: string | null): Senders {
  const project = useQuery(projectQuery(projectId));
  const choose = (approved: Sender[] | undefined) => {
    const all = approved && (mode === 'TEST' ? [...approved, SANDBOX] : approved);
    return { all, chosen: all?.find(({ id }) => id === from) ?? all?.[0] ?? null };
  };
  return {
    ...choose(project.data?.senders),
    withoutNames: project.data?.country_rules.without_names ?? NO_COUNTRIES,
    registers: project.data?.country_rules.registers ?? NO_REGISTERS,
    failed: project.isError,
    retry: () => void project.refetch(),
    load: async () => {
      const { data } = project.data ? project : await project.refetch({ cancelRefetch: false });
      return choose(data?.senders).chosen;
    },
  };
}

const NO_COUNTRIES: readonly string[] = [];
const NO_REGISTERS: Senders['registers'] = [];
const SANDBOX: Sender = { id: SANDBOX_SENDER, ...classAnswer('TRANSACTIONAL'), registrations: [] };

type Props = { senders: Senders; error?: string | undefined; onChange: (from: string) => void };

export function SenderField({ senders: { all, chosen, failed, retry }, error, onChange }: Props) {
  const t = useText();
  const labelOf = (sender: Sender) => {
    const contentClass = classOfSender(sender);
    if (contentClass === 'TRANSACTIONAL') return sender.id;
    return t('send.ofClass', { sender: sender.id, class: t(`senderClass.${contentClass}`) });
  };
  const none = all?.length === 0 ? t.rich('send.noSender', { link: linkTo(paths.senderId) }) : error;
  return (
    <Select
      label={t('field.senderId')}
      placeholder={t('send.chooseSender')}
      data={(all ?? []).map((sender) => ({ value: sender.id, label: labelOf(sender) }))}
      disabled={!all}
      value={chosen?.id ?? null}
      onChange={(value) => value !== null && onChange(value)}
      error={failed ? t.rich('send.sendersFailed', { retry: buttonFor(retry) }) : chosen === null && none}
    />
  );
}
