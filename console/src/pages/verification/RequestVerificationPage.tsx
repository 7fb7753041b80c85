// ID verification with document slots, at `/request-verification`. Each slot has a name and a file.
import { MAX_DOCUMENTS } from '@godwit/contract/files';
import type { VerificationRequest } from '@godwit/contract/verification';
import { Box, Button, Flex, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { DocumentUpload } from '../../components/form/DocumentUpload.tsx';
import { type Upload, type UploadControl, useUpload } from '../../components/form/useUpload.ts';
import { Page } from '../../components/frame/Page.tsx';
import { paths } from '../../paths.ts';
import type { TextId } from '../../text/catalogue.ts';
import { files } from '../../text/files/en.ts';
import { useText } from '../../text/useText.ts';
import { verification } from '../../text/verification/en.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { RequestForm, VerificationGate } from './VerificationGate.tsx';

export type Slot = { name: string; upload: Upload['state'] };
type SlotErrors = { name?: TextId; file?: TextId };

/** Returns the errors of each slot, by field. */
export function slotErrors(slots: readonly Slot[]): SlotErrors[] {
  return slots.map(({ name, upload }, index) => {
    const hasName = name.trim() !== '';
    if (index > 0 && !hasName && upload === 'empty') return {};
    const file = fileError(upload);
    return { ...(hasName ? {} : { name: 'verify.nameRequired' }), ...(file ? { file } : {}) };
  });
}

function fileError(upload: Slot['upload']): TextId | null {
  if (upload === 'done') return null;
  return upload === 'sending' ? 'document.wait' : 'verify.idRequired';
}

function RequestVerificationPage() {
  const t = useText();
  const goBack = (
    <Button variant="outline" component={Link} to={paths.newCampaign}>
      {t('verify.goBack')}
    </Button>
  );
  return (
    <Page title={t('action.requestVerification')} back={{ to: paths.newCampaign }}>
      <VerificationGate pendingAction={goBack}>{(last) => <SlotForm last={last} />}</VerificationGate>
    </Page>
  );
}

function SlotForm({ last }: { last: VerificationRequest | null }) {
  const t = useText();
  const [names, setNames] = useState<string[]>(Array(MAX_DOCUMENTS).fill(''));
  const [errors, setErrors] = useState<SlotErrors[]>([]);
  const clearError = (number: number) => () =>
    setErrors((current) => current.map((error, index) => (index === number ? {} : error)));
  const uploads = [useUpload(clearError(0)), useUpload(clearError(1)), useUpload(clearError(2))];
  const slots = uploads.map((control, index) => ({ control, name: names[index]! }));

  function collect() {
    const filled = slots.map(({ control, name }): Slot => ({ name, upload: control.upload.state }));
    const newErrors = slotErrors(filled);
    setErrors(newErrors);
    if (newErrors.some(({ name, file }) => name ?? file)) return null;
    return slots.flatMap(({ control: { upload }, name }) =>
      upload.state === 'done' ? [{ id: upload.file.id, name: name.trim() }] : [],
    );
  }

  return (
    <RequestForm
      last={last}
      collect={collect}
      action={t('action.requestVerification')}
      busyLabel={t('action.requesting')}
    >
      <div>
        <Text fw={600} fz={18} lh="24px" mb={4}>
          {t('verify.notVerified')}
        </Text>
        <Text c="dimmed">{t('verify.slotsHint')}</Text>
      </div>
      {slots.map(({ control, name }, index) => (
        <DocumentSlot
          // biome-ignore lint/suspicious/noArrayIndexKey: slots never change their order
          key={index}
          number={index + 1}
          name={name}
          onName={(typed) => {
            setNames((current) => current.with(index, typed));
            clearError(index)();
          }}
          errors={errors[index] ?? {}}
          control={control}
        />
      ))}
    </RequestForm>
  );
}

type SlotProps = {
  number: number;
  name: string;
  onName: (name: string) => void;
  errors: SlotErrors;
  control: UploadControl;
};

function DocumentSlot({ number, name, onName, errors, control }: SlotProps) {
  const t = useText();
  const first = number === 1;
  return (
    <Flex
      className="ruled"
      direction={{ base: 'column', sm: 'row' }}
      align={{ sm: 'flex-start' }}
      gap={{ base: 16, sm: 24 }}
      pt={24}
    >
      <TextInput
        flex={{ sm: 2 }}
        label={t(first ? 'verify.slotName' : 'verify.slotNameOptional', { number })}
        maxLength={100}
        autoComplete="off"
        value={name}
        onChange={(event) => onName(event.currentTarget.value)}
        error={errors.name && t(errors.name)}
      />
      <Box flex={{ sm: 3 }} miw={0}>
        <DocumentUpload
          label={t(first ? 'verify.slotFile' : 'document.optional', { number })}
          error={errors.file && t(errors.file)}
          {...control}
        />
      </Box>
    </Flex>
  );
}

export default withTexts(RequestVerificationPage, { ...files, ...verification });
