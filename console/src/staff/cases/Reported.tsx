// The messages that fit a report, each with a button that opens its case.
import { openCaseRequest } from '@godwit/contract/staff/cases';
import type { NumberMessage } from '@godwit/contract/staff/teams';
import { Box, Button, Group, Text, Textarea } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Dialog, DialogForm } from '../../components/dialog/Dialog.tsx';
import { useSchemaForm } from '../../components/form/useSubmit.ts';
import { List } from '../../components/list/List.tsx';
import { StatusPill } from '../../components/message/StatusPill.tsx';
import { formatInstant } from '../../format.ts';
import { useReadableNumber } from '../../phone.ts';
import { useText } from '../../text/useText.ts';
import { Section } from '../../ui/Section.tsx';
import { caseQuery, openCase, type Report, reportedQuery } from '../api/cases.ts';
import { staffPaths } from '../paths.ts';
import { Quiet } from '../shell/Quiet.tsx';

export function Reported({ report }: { report: Report }) {
  const t = useText();
  const found = useQuery(reportedQuery(report));
  const [chosen, setChosen] = useState<NumberMessage | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const choose = (message: NumberMessage) => {
    setChosen(message);
    setIsOpen(true);
  };
  const sent = found.data?.filter(({ direction }) => direction === 'OUTGOING');
  return (
    <Section title={t('staff.cases.found')} text={t('staff.cases.foundText')}>
      <List<NumberMessage>
        label={t('staff.cases.found')}
        found={{ ...found, data: sent && { results: sent } }}
        rowKey={({ id }) => id}
        stacked={(message) => <Row message={message} onOpen={() => choose(message)} />}
        empty={t('staff.cases.foundNone')}
      />
      <Dialog opened={isOpen} onClose={() => setIsOpen(false)} title={t('staff.cases.openTitle')}>
        {chosen ? <OpenForm message={chosen} onClose={() => setIsOpen(false)} /> : null}
      </Dialog>
    </Section>
  );
}

function Row({ message, onOpen }: { message: NumberMessage; onOpen: () => void }) {
  const t = useText();
  const readable = useReadableNumber();
  const { from, to, team, mode, status, accepted_at: accepted } = message;
  const at = formatInstant(accepted);
  return (
    <Group justify="space-between" gap="12px 24px">
      <Box flex="1 1 240px" miw={0} style={{ overflowWrap: 'anywhere' }}>
        <Group gap="4px 12px">
          <Text component="strong" fw={600}>
            {t('staff.trace.fromTo', { from: readable(from), to: readable(to) })}
          </Text>
          <StatusPill status={status} />
        </Group>
        <Quiet>
          {team.name}, {mode}, {at}
        </Quiet>
      </Box>
      <Button
        variant="outline"
        w={{ base: '100%', xs: 'auto' }}
        aria-label={t('staff.cases.openOf', { to: readable(to), at })}
        onClick={onOpen}
      >
        {t('staff.cases.open')}
      </Button>
    </Group>
  );
}

function OpenForm({ message: { id }, onClose }: { message: NumberMessage; onClose: () => void }) {
  const t = useText();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { form, ...sending } = useSchemaForm({
    schema: openCaseRequest,
    initialValues: { message_id: id, report: '' },
    call: async (values) => {
      const opened = await openCase(values);
      void queries.invalidateQueries({ queryKey: ['staff', 'cases'] });
      queries.setQueryData(caseQuery(opened.id).queryKey, opened);
      navigate(staffPaths.case(opened.id));
    },
    once: true,
    inPlace: true,
  });
  return (
    <DialogForm
      {...sending}
      text={t('staff.cases.openText')}
      action={t('staff.cases.open')}
      busyLabel={t('staff.action.busy')}
      onCancel={onClose}
    >
      <Textarea
        label={t('staff.cases.report')}
        data-autofocus
        autosize
        minRows={2}
        maxRows={8}
        maxLength={500}
        {...form.getInputProps('report')}
      />
    </DialogForm>
  );
}
