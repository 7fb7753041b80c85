// Blocks the sender id, the team and the domains of a case, and allows them again.
import type { ScamCase } from '@godwit/contract/staff/cases';
import { blockRequest } from '@godwit/contract/staff/cases';
import { Anchor, Box, Button, Group, Text, Textarea, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBan } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Dialog, DialogForm } from '../../components/dialog/Dialog.tsx';
import { useSchemaForm } from '../../components/form/useSubmit.ts';
import { toastSuccess } from '../../components/toast/toast.ts';
import { type Translate, useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { Section } from '../../ui/Section.tsx';
import { allow, block } from '../api/cases.ts';
import { staffPaths } from '../paths.ts';
import { Quiet } from '../shell/Quiet.tsx';
import { useHere } from '../shell/StaffPage.tsx';
import { useReasonConfirm } from '../shell/useReasonConfirm.tsx';

/** `show` takes the case after a change, `refresh` loads it again. */
export type Parts = { found: ScamCase; show: (newer: ScamCase) => void; refresh: () => void };

type Target = { what: 'NAME' | 'TEAM' | 'DOMAIN'; subject: string; isBlocked: boolean };

export function Blocks(parts: Parts) {
  const t = useText();
  const { found } = parts;
  const { blocked, facts, sender_id: sender, team } = found;
  const [isOpen, { open, close }] = useDisclosure(false);
  const domains = [...new Set([...facts.hosts, ...blocked.domains])];
  const targets: Target[] = [
    { what: 'NAME', subject: sender, isBlocked: blocked.name },
    { what: 'TEAM', subject: team.name, isBlocked: blocked.team },
    ...domains.map((domain) => ({
      what: 'DOMAIN' as const,
      subject: domain,
      isBlocked: blocked.domains.includes(domain),
    })),
  ];
  const other = (
    <Button variant="outline" w={{ base: '100%', xs: 'auto' }} onClick={open}>
      {t('staff.cases.otherDomain')}
    </Button>
  );
  return (
    <Section
      title={t('staff.cases.blocks')}
      text={t(found.own_team ? 'staff.cases.own' : 'staff.cases.blocksText')}
      actions={found.own_team ? null : other}
    >
      <Card padded={false}>
        <ul aria-label={t('staff.cases.blocks')}>
          {targets.map((target, index) => (
            <Box
              component="li"
              key={`${target.what} ${target.subject}`}
              {...(index > 0 ? { className: 'ruled' } : {})}
              px={{ base: 16, xs: 24 }}
              py={16}
            >
              <Row target={target} {...parts} />
            </Box>
          ))}
        </ul>
      </Card>
      <Dialog opened={isOpen} onClose={close} title={t('staff.cases.otherDomain')}>
        <DomainForm {...parts} onClose={close} />
      </Dialog>
    </Section>
  );
}

const TEXTS = {
  NAME: 'staff.cases.nameText',
  TEAM: 'staff.cases.teamText',
  DOMAIN: 'staff.cases.domainText',
} as const;

function Row({ target, ...parts }: Parts & { target: Target }) {
  const t = useText();
  const here = useHere();
  const { what, subject, isBlocked } = target;
  const { team, own_team: isOwn } = parts.found;
  const title =
    what === 'TEAM' ? (
      <Anchor component={Link} to={staffPaths.team(team.id)} state={here} inherit>
        {subject}
      </Anchor>
    ) : (
      subjectText(t, target)
    );
  return (
    <Group justify="space-between" gap="12px 24px">
      <Box flex="1 1 240px" miw={0} style={{ overflowWrap: 'anywhere' }}>
        <Group gap="4px 12px">
          <Text component="strong" fw={600} miw={0}>
            {title}
          </Text>
          {isBlocked ? (
            <Pill tone="danger" icon={IconBan}>
              {t(what === 'TEAM' ? 'staff.cases.paused' : 'staff.cases.blocked')}
            </Pill>
          ) : null}
        </Group>
        <Quiet>{t(TEXTS[what])}</Quiet>
      </Box>
      {isOwn ? null : <Action target={target} {...parts} />}
    </Group>
  );
}

/** A sender id is named as one, because it can look like a team or a domain. */
const subjectText = (t: Translate, { what, subject }: Target): string =>
  what === 'NAME' ? t('staff.cases.nameOf', { sender: subject }) : subject;

/** The button that blocks a target, or allows it again. */
function Action({ target, found, show, refresh }: Parts & { target: Target }) {
  const t = useText();
  const [ask, question] = useReasonConfirm();
  const { what, isBlocked } = target;
  const subject = subjectText(t, target);
  const asked = what === 'DOMAIN' ? { what, domain: target.subject } : { what };
  const [blocking, allowing] = what === 'TEAM' ? [WORDS.pause, WORDS.resume] : [WORDS.block, WORDS.allow];
  const words = isBlocked ? allowing : blocking;
  const title = t(words.title, { subject });

  function askFirst(): void {
    ask({
      ...{ title, action: t(words.action), asksReason: true, harmless: isBlocked },
      text: isBlocked
        ? t(what === 'TEAM' ? 'staff.cases.resumeText' : 'staff.cases.allowText')
        : t(`staff.cases.blockText.${what}`),
      call: async (reason) => {
        show(await (isBlocked ? allow : block)(found.id, { ...asked, reason }));
        toastSuccess(t(words.done, { subject }));
      },
      onLost: refresh,
    });
  }

  return (
    <>
      <Button
        variant="outline"
        {...(isBlocked ? {} : { color: 'red' })}
        w={{ base: '100%', xs: 'auto' }}
        aria-label={title}
        onClick={askFirst}
      >
        {t(words.action)}
      </Button>
      {question}
    </>
  );
}

const WORDS = {
  block: { title: 'staff.cases.blockOf', action: 'staff.cases.block', done: 'staff.cases.blockedDone' },
  pause: { title: 'staff.cases.pauseOf', action: 'staff.cases.pause', done: 'staff.cases.pausedDone' },
  resume: { title: 'staff.cases.resumeOf', action: 'staff.cases.resume', done: 'staff.cases.resumedDone' },
  allow: { title: 'staff.cases.allowOf', action: 'staff.cases.allow', done: 'staff.cases.allowedDone' },
} as const;

function DomainForm({ found, show, onClose }: Parts & { onClose: () => void }) {
  const t = useText();
  const { form, ...sending } = useSchemaForm({
    schema: blockRequest,
    initialValues: { what: 'DOMAIN' as const, domain: '', reason: '' },
    call: async (values) => {
      const newer = await block(found.id, values);
      show(newer);
      toastSuccess(t('staff.cases.blockedDone', { subject: newer.events[0]?.subject ?? values.domain }));
      onClose();
    },
    once: true,
    inPlace: true,
  });
  return (
    <DialogForm
      {...sending}
      text={t('staff.cases.blockText.DOMAIN')}
      action={t('staff.cases.block')}
      busyLabel={t('staff.action.busy')}
      danger
      onCancel={onClose}
    >
      <TextInput
        label={t('staff.cases.domain')}
        description={t('staff.cases.domainHint')}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        maxLength={253}
        {...form.getInputProps('domain')}
      />
      <Textarea
        label={t('field.reason')}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={500}
        {...form.getInputProps('reason')}
      />
    </DialogForm>
  );
}
