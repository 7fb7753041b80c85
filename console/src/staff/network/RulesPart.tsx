// The rules of the network: which links carry which messages, in order.
import type { NetworkDocument } from '@godwit/contract/staff/network';
import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconArrowUp } from '@tabler/icons-react';
import { useState } from 'react';
import { Dialog, DialogForm } from '../../components/dialog/Dialog.tsx';
import { type Translate, useText } from '../../text/useText.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Section } from '../../ui/Section.tsx';
import { StackLead } from '../shell/StaffPage.tsx';
import { CONDITIONS, type Fields, toRule, toRuleFields } from './fields.ts';
import type { Editing } from './LinksPart.tsx';

export function RulesPart({ document, onChange }: Pick<Editing, 'document' | 'onChange'>) {
  const t = useText();
  const [edited, setEdited] = useState<{ index: number; rule: Fields | undefined } | null>(null);
  const { routes } = document;
  const set = (next: NetworkDocument['routes']) => onChange?.({ ...document, routes: next });
  const put = (rule: Fields) => {
    set(edited?.rule ? routes.with(edited.index, rule) : [...routes, rule]);
    setEdited(null);
  };
  const up = (index: number) => set(routes.with(index - 1, routes[index]!).with(index, routes[index - 1]!));
  return (
    <Section
      title={t('staff.network.rules')}
      text={t('staff.network.rulesText')}
      actions={
        onChange ? (
          <Button variant="outline" onClick={() => setEdited({ index: -1, rule: undefined })}>
            {t('staff.network.addRule')}
          </Button>
        ) : null
      }
    >
      <DataTable
        label={t('staff.network.rules')}
        rows={routes}
        rowKey={(rule) => String(rule.name)}
        stacked={(rule) => {
          const index = routes.indexOf(rule);
          const actions = onChange && {
            onEdit: () => setEdited({ index, rule }),
            onRemove: () => set(routes.toSpliced(index, 1)),
            onUp: index > 0 ? () => up(index) : null,
          };
          return <RuleRow rule={rule} actions={actions} />;
        }}
        empty={<EmptyState text={t('staff.network.noRules')} />}
      />
      {edited ? <RuleDialog rule={edited.rule} onDone={put} onClose={() => setEdited(null)} /> : null}
    </Section>
  );
}

type Actions = { onEdit: () => void; onRemove: () => void; onUp: (() => void) | null };

function RuleRow({ rule, actions }: { rule: Fields; actions: Actions | null }) {
  const t = useText();
  const fields = toRuleFields(rule);
  const { name } = fields;
  const conditions = CONDITIONS.filter((one) => fields[one] !== '').map(
    (one) => `${t(`staff.network.${one}`)}: ${fields[one]}`,
  );
  return (
    <Group justify="space-between" gap="12px 24px">
      <div style={{ flex: '1 1 240px', overflowWrap: 'anywhere' }}>
        <StackLead>{name}</StackLead>
        {conditions.map((one) => (
          <Text key={one}>{one}</Text>
        ))}
        <Text c="dimmed">
          {t('staff.network.ruleLinks')}: {fields.links}
        </Text>
      </div>
      {actions ? <RuleActions name={name} {...actions} /> : null}
    </Group>
  );
}

function RuleActions({ name, onEdit, onRemove, onUp }: Actions & { name: string }) {
  const t = useText();
  return (
    <Group gap={8}>
      {onUp ? (
        <ActionIcon variant="subtle" size={40} aria-label={t('staff.network.up', { name })} onClick={onUp}>
          <IconArrowUp size={16} stroke={2} />
        </ActionIcon>
      ) : null}
      <Button variant="outline" aria-label={t('staff.network.editOf', { name })} onClick={onEdit}>
        {t('staff.network.edit')}
      </Button>
      <Button
        variant="outline"
        color="red"
        aria-label={t('staff.network.removeOf', { name })}
        onClick={onRemove}
      >
        {t('staff.network.remove')}
      </Button>
    </Group>
  );
}

type DialogProps = { rule: Fields | undefined; onDone: (rule: Fields) => void; onClose: () => void };

/** The explanation of a condition; most are lists of any values. */
const hintOf = (name: (typeof CONDITIONS)[number], t: Translate): string => {
  if (name === 'classes') return t('staff.network.classesHint');
  return name === 'countries' ? t('staff.network.countriesHint') : t('staff.network.listHint');
};

function RuleDialog({ rule, onDone, onClose }: DialogProps) {
  const t = useText();
  const form = useForm({ initialValues: toRuleFields(rule) });
  const title = rule ? t('staff.network.editOf', { name: String(rule.name) }) : t('staff.network.addRule');
  return (
    <Dialog opened onClose={onClose} title={title}>
      <DialogForm
        submit={form.onSubmit((values) => onDone(toRule(values)))}
        busy={false}
        failure={null}
        action={t('staff.network.done')}
        busyLabel={t('staff.action.busy')}
        onCancel={onClose}
      >
        <Stack gap={16}>
          <TextInput
            label={t('staff.network.name')}
            data-autofocus
            maxLength={32}
            autoComplete="off"
            {...form.getInputProps('name')}
          />
          {CONDITIONS.map((name) => (
            <TextInput
              key={name}
              label={t(`staff.network.${name}`)}
              description={hintOf(name, t)}
              autoComplete="off"
              {...form.getInputProps(name)}
            />
          ))}
          <TextInput
            label={t('staff.network.ruleLinks')}
            description={t('staff.network.ruleLinksHint')}
            autoComplete="off"
            {...form.getInputProps('links')}
          />
        </Stack>
      </DialogForm>
    </Dialog>
  );
}
