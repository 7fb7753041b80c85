// The rules of the network: which links carry which messages, in order.
import type { NetworkDocument } from '@godwit/contract/staff/network';
import { Button, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { Dialog, DialogForm, type Opening } from '../../components/dialog/Dialog.tsx';
import { type Translate, useText } from '../../text/useText.ts';
import { type Column, DataTable, stackOf } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Section } from '../../ui/Section.tsx';
import { StackLead } from '../shell/StaffPage.tsx';
import { CONDITIONS, type Fields, linksOf, toRule, toRuleFields } from './fields.ts';
import { ItemActions, withActions } from './ItemActions.tsx';
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
  const columns: Column<Fields>[] = [
    { id: 'order', head: t('staff.network.order'), cell: (rule) => routes.indexOf(rule) + 1, muted: true },
    { id: 'name', head: t('staff.network.name'), cell: ({ name }) => <strong>{String(name)}</strong> },
    {
      id: 'messages',
      head: t('staff.network.carries'),
      cell: (rule) => conditionsOf(rule, t),
    },
    { id: 'links', head: t('staff.network.ruleLinks'), cell: (rule) => linksOf(rule, t) },
  ];
  const rest = stackOf(columns.slice(2));
  const actionsOf = (rule: Fields) => {
    const index = routes.indexOf(rule);
    const acts = onChange && {
      onEdit: () => open(index, rule),
      onRemove: () => set(routes.toSpliced(index, 1)),
      onUp: index > 0 ? () => up(index) : null,
    };
    return <ItemActions name={String(rule.name)} acts={acts} />;
  };
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
        columns={withActions(columns, actionsOf, t)}
        stacked={(rule) => (
          <>
            <StackLead end={actionsOf(rule)}>
              {routes.indexOf(rule) + 1}. {String(rule.name)}
            </StackLead>
            {rest(rule)}
          </>
        )}
        empty={<EmptyState text={t('staff.network.noRules')} />}
      />
      {edited ? <RuleDialog key={edited.key} rule={edited.item} onDone={put} {...opening} /> : null}
    </Section>
  );
}

/** The messages of a rule: its conditions, one a line. */
function conditionsOf(rule: Fields, t: Translate): ReactNode {
  const fields = toRuleFields(rule);
  const given = CONDITIONS.filter((one) => fields[one] !== '');
  if (given.length === 0) return t('staff.network.carriesAll');
  return given.map((one) => (
    <div key={one}>
      {t(`staff.network.${one}`)}: {fields[one]}
    </div>
  ));
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
