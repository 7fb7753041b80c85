// The two-way numbers of a team's projects, to assign and remove; and opt-outs that recipients requested from
// staff.
import { assignNumberRequest, type StaffNumbers, staffOptOutRequest } from '@godwit/contract/staff/incoming';
import type { StaffTeam } from '@godwit/contract/staff/teams';
import { Button, Group, Select, Textarea, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog, DialogForm } from '../../components/dialog/Dialog.tsx';
import { useSchemaForm } from '../../components/form/useSubmit.ts';
import { LoadFailed } from '../../components/list/LoadFailed.tsx';
import { toastSuccess } from '../../components/toast/toast.ts';
import { formatDay } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { type Column, DataTable, stackOf } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Section } from '../../ui/Section.tsx';
import { assignNumber, changeOptOut, numbersQuery, removeNumber } from '../api/incoming.ts';
import { StackLead, useMay } from '../shell/StaffPage.tsx';
import { useReasonConfirm } from '../shell/useReasonConfirm.tsx';

type Props = { team: StaffTeam };
type Row = StaffNumbers[number];
type Opened = 'assign' | 'add' | 'remove';

export function TeamNumbers({ team }: Props) {
  const t = useText();
  const may = useMay();
  const queries = useQueryClient();
  const { queryKey } = numbersQuery(team.id);
  const numbers = useQuery(numbersQuery(team.id));
  const [ask, question] = useReasonConfirm();
  const [shown, setShown] = useState<Opened>('assign');
  const [opened, setOpened] = useState(false);
  const mayAssign = may('senders') && !team.own_team;
  const mayOptOut = may('optOuts') && !team.own_team;

  function open(one: Opened): void {
    setShown(one);
    setOpened(true);
  }

  const askToRemove = ({ number, project }: Row) =>
    ask({
      title: t('staff.numbers.remove'),
      text: t('staff.numbers.removeText', { number, project: project.name }),
      action: t('staff.numbers.remove'),
      asksReason: true,
      call: async (reason) => {
        queries.setQueryData(queryKey, await removeNumber(team.id, number, reason));
        toastSuccess(t('staff.numbers.removed'));
      },
      onLost: () => void queries.invalidateQueries({ queryKey }),
    });

  return (
    <Section title={t('staff.numbers.title')}>
      <Group gap={12} mb={16}>
        {mayAssign && team.projects.length > 0 ? (
          <Button variant="outline" onClick={() => open('assign')}>
            {t('staff.numbers.assign')}
          </Button>
        ) : null}
        {mayOptOut
          ? (['add', 'remove'] as const).map((act) => (
              <Button key={act} variant="outline" onClick={() => open(act)}>
                {t(TITLES[act])}
              </Button>
            ))
          : null}
      </Group>
      {numbers.isError && !numbers.data ? (
        <LoadFailed error={numbers.error} onRetry={() => numbers.refetch()} />
      ) : (
        <Numbers rows={numbers.data} onRemove={mayAssign ? askToRemove : null} />
      )}
      <Dialog opened={opened} onClose={() => setOpened(false)} title={t(TITLES[shown])} overhangs>
        {shown === 'assign' ? (
          <AssignForm
            key={`${opened}`}
            team={team}
            onEnd={(assigned) => {
              if (assigned) queries.setQueryData(queryKey, assigned);
              setOpened(false);
            }}
          />
        ) : (
          <OptOutForm key={`${opened} ${shown}`} team={team} act={shown} onEnd={() => setOpened(false)} />
        )}
      </Dialog>
      {question}
    </Section>
  );
}

type NumbersProps = { rows: StaffNumbers | undefined; onRemove: ((row: Row) => void) | null };

function Numbers({ rows, onRemove }: NumbersProps) {
  const t = useText();
  const columns: Column<Row>[] = [
    { id: 'number', head: t('staff.numbers.number'), cell: ({ number }) => number, width: '25%' },
    { id: 'project', head: t('field.project'), cell: ({ project }) => project.name },
    { id: 'by', head: t('staff.numbers.by'), cell: (row) => row.assigned_by, muted: true },
    {
      id: 'at',
      head: t('staff.numbers.at'),
      cell: (row) => formatDay(row.assigned_at),
      muted: true,
      width: '15%',
    },
    ...(onRemove
      ? [
          {
            id: 'act',
            head: t('staff.numbers.action'),
            cell: (row: Row) => (
              <Button
                variant="subtle"
                size="xs"
                aria-label={t('staff.numbers.removeOf', { number: row.number })}
                onClick={() => onRemove(row)}
              >
                {t('staff.numbers.remove')}
              </Button>
            ),
            width: '15%',
          },
        ]
      : []),
  ];
  const [, ...rest] = columns;
  const restOf = stackOf<Row>(rest);
  return (
    <DataTable
      label={t('staff.numbers.title')}
      columns={columns}
      stacked={(row) => (
        <>
          <StackLead>{row.number}</StackLead>
          {restOf(row)}
        </>
      )}
      rows={rows}
      skeletonRows={2}
      rowKey={({ number }) => number}
      empty={<EmptyState text={t('staff.numbers.empty')} />}
    />
  );
}

const TITLES = {
  assign: 'staff.numbers.assign',
  add: 'staff.optOut.add',
  remove: 'staff.optOut.remove',
} as const;

function AssignForm({ team, onEnd }: Props & { onEnd: (assigned?: StaffNumbers) => void }) {
  const t = useText();
  const { form, ...sending } = useSchemaForm({
    schema: assignNumberRequest,
    initialValues: { project_id: team.projects[0]?.id ?? '', number: '', reason: '' },
    inPlace: true,
    once: true,
    call: async (values) => {
      const assigned = await assignNumber(team.id, values);
      toastSuccess(t('staff.numbers.assigned'));
      onEnd(assigned);
    },
  });
  return (
    <DialogForm
      {...sending}
      action={t('staff.numbers.assign')}
      busyLabel={t('staff.action.busy')}
      onCancel={() => onEnd()}
    >
      <Select
        label={t('field.project')}
        data={team.projects.map(({ id, name }) => ({ value: id, label: name }))}
        allowDeselect={false}
        maxDropdownHeight={200}
        {...form.getInputProps('project_id')}
      />
      <NumberInput {...form.getInputProps('number')} description={t('staff.numbers.hint')} />
      <Reason {...form.getInputProps('reason')} />
    </DialogForm>
  );
}

function OptOutForm({ team, act, onEnd }: Props & { act: 'add' | 'remove'; onEnd: () => void }) {
  const t = useText();
  const { form, ...sending } = useSchemaForm({
    schema: staffOptOutRequest,
    initialValues: { number: '', reason: '' },
    inPlace: true,
    once: true,
    call: async (values) => {
      const { number, changed } = await changeOptOut(team.id, act, values);
      toastSuccess(t(changed ? DONE[act] : 'staff.optOut.same', { number }));
      onEnd();
    },
  });
  return (
    <DialogForm
      {...sending}
      text={t(act === 'add' ? 'staff.optOut.addText' : 'staff.optOut.removeText')}
      action={t(TITLES[act])}
      busyLabel={t('staff.action.busy')}
      onCancel={onEnd}
    >
      <NumberInput {...form.getInputProps('number')} />
      <Reason {...form.getInputProps('reason')} />
    </DialogForm>
  );
}

const DONE = { add: 'staff.optOut.added', remove: 'staff.optOut.removed' } as const;

type Input = Record<string, unknown>;

function NumberInput(input: Input) {
  const t = useText();
  return (
    <TextInput
      type="tel"
      label={t('staff.numbers.number')}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      autoComplete="off"
      maxLength={40}
      data-autofocus
      {...input}
    />
  );
}

function Reason(input: Input) {
  const t = useText();
  return <Textarea label={t('field.reason')} autosize minRows={2} maxRows={8} maxLength={500} {...input} />;
}
