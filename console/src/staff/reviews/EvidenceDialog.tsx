// Notes what a document of a sender ID is, and when it was issued and ends.
import { EVIDENCE_KINDS, type EvidenceKind, evidenceRequest } from '@godwit/contract/staff/evidence';
import type { SenderCase, StaffDocument } from '@godwit/contract/staff/reviews';
import { Select, SimpleGrid, TextInput } from '@mantine/core';
import { Dialog, DialogForm, type Opening } from '../../components/dialog/Dialog.tsx';
import { useSchemaForm } from '../../components/form/useSubmit.ts';
import { toastSuccess } from '../../components/toast/toast.ts';
import { useText } from '../../text/useText.ts';
import { noteEvidence } from '../api/reviews.ts';

const HINT_LAST = ['label', 'input', 'error', 'description'] as const;

type Props = { id: string; document: StaffDocument; onNoted: (newer: SenderCase) => void };

export function EvidenceDialog({ opened, onClose, ...parts }: Opening & Props) {
  const t = useText();
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('staff.evidence.title', { label: parts.document.label })}
    >
      <EvidenceForm {...parts} onClose={onClose} />
    </Dialog>
  );
}

function EvidenceForm({ id, document, onNoted, onClose }: Props & { onClose: () => void }) {
  const t = useText();
  const { kind = '', issued_on = null, expires_on = null } = document.evidence ?? {};
  const { form, ...sending } = useSchemaForm({
    schema: evidenceRequest,
    initialValues: { kind: kind as EvidenceKind, issued_on: issued_on ?? '', expires_on: expires_on ?? '' },
    call: async (noted) => {
      onNoted(await noteEvidence(id, document.id, noted));
      toastSuccess(t('staff.evidence.noted'));
      onClose();
    },
    once: true,
    inPlace: true,
  });
  const day = (field: 'issued_on' | 'expires_on') => ({
    ...form.getInputProps(field),
    autoComplete: 'off',
    maxLength: 10,
    inputWrapperOrder: [...HINT_LAST],
  });
  return (
    <DialogForm
      {...sending}
      text={t('staff.evidence.text')}
      action={t('staff.evidence.note')}
      busyLabel={t('staff.action.busy')}
      onCancel={onClose}
    >
      <Select
        label={t('staff.evidence.kind')}
        data-autofocus
        data={EVIDENCE_KINDS.map((value) => ({ value, label: t(`staff.evidence.kind.${value}`) }))}
        allowDeselect={false}
        {...form.getInputProps('kind')}
        value={form.values.kind || null}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={24}>
        <TextInput label={t('staff.evidence.issued')} {...day('issued_on')} />
        <TextInput
          label={t('staff.evidence.expires')}
          description={t('staff.evidence.expiresHint')}
          {...day('expires_on')}
        />
      </SimpleGrid>
    </DialogForm>
  );
}
