// The rules of the network: which links carry which messages, in order.
import type { NetworkDocument } from '@godwit/contract/staff/network';
import { ActionIcon, Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconArrowUp } from '@tabler/icons-react';
import { Dialog, DialogForm, type Opening } from '../../components/dialog/Dialog.tsx';
import { type Translate, useText } from '../../text/useText.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Section } from '../../ui/Section.tsx';
import { StackLead } from '../shell/StaffPage.tsx';
import { CONDITIONS, type Fields, toRule, toRuleFields } from './fields.ts';
import type { Editing } from './LinksPart.tsx';
import { useEdited, useFocusAfterRemoval } from './useEdited.ts';

export function RulesPart({ document, onChange }: Pick<Editing, 'document' | 'onChange'>) {
  const t = useText();
  const { edited, open, close, opening } = useEdited();
  const { routes } = document;
  const add = useFocusAfterRemoval(routes.length);
  const set = (next: NetworkDocument['routes']) => onChange?.({ ...document, routes: next });
  const put = (rule: Fields) => {
    set(edited?.item ? routes.with(edited.index, rule) : [...routes, rule]);
    close();
  };
  const up = (index: number) => set(routes.with(index - 1, routes[index]!).with(index, routes[index - 1]!));
  return (
    <Section
      title={t('staff.network.rules')}
      text={t('staff.network.rulesText')}
      actions={
        onChange ? (
          <Button ref={add} variant="outline" onClick={() => open(routes.length)}>
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
            onEdit: () => open(index, rule),
            onRemove: () => set(routes.toSpliced(index, 1)),
            onUp: index > 0 ? () => up(index) : null,
          };
          return <RuleRow rule={rule} actions={actions} />;
        }}
        empty={<EmptyState text={t('staff.network.noRules')} />}
      />
      {edited ? <RuleDialog key={edited.key} rule={edited.item} onDone={put} {...opening} /> : null}
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
      {/* The first rule has it too, without effect: a button that goes would take the focus with it. */}
      <ActionIcon
        variant="subtle"
        size={40}
        aria-label={t('staff.network.up', { name })}
        aria-disabled={onUp === null}
        data-disabled={onUp === null}
        onClick={() => onUp?.()}
      >
        <IconArrowUp size={16} stroke={2} />
      </ActionIcon>
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

type DialogProps = Opening & { rule: Fields | undefined; onDone: (rule: Fields) => void };

/** The explanation of a condition; most are lists of any values. */
const hintOf = (name: (typeof CONDITIONS)[number], t: Translate): string => {
  if (name === 'classes') return t('staff.network.classesHint');
  return name === 'countries' ? t('staff.network.countriesHint') : t('staff.network.listHint');
};

function RuleDialog({ rule, onDone, ...opening }: DialogProps) {
  const t = useText();
  const form = useForm({ initialValues: toRuleFields(rule) });
  const title = rule ? t('staff.network.editOf', { name: String(rule.name) }) : t('staff.network.addRule');
  return (
    <Dialog {...opening} title={title} size="lg">
      <DialogForm
        submit={form.onSubmit((values) => onDone(toRule(values)))}
        busy={false}
        failure={null}
        action={t('staff.network.done')}
        busyLabel={t('staff.action.busy')}
        onCancel={opening.onClose}
      >
        <Stack gap={16}>
          <TextInput
            label={t('staff.network.name')}
            data-autofocus
            maxLength={32}
            autoComplete="off"
            {...form.getInputProps('name')}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={16}>
            {CONDITIONS.map((name) => (
              <TextInput
                key={name}
                label={t(`staff.network.${name}`)}
                description={hintOf(name, t)}
                inputWrapperOrder={['label', 'input', 'error', 'description']}
                autoComplete="off"
                {...form.getInputProps(name)}
              />
            ))}
          </SimpleGrid>
          <TextInput
            label={t('staff.network.ruleLinks')}
            description={t('staff.network.ruleLinksHint')}
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            autoComplete="off"
            {...form.getInputProps('links')}
          />
        </Stack>
      </DialogForm>
    </Dialog>
  );
}
