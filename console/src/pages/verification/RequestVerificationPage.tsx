// ID verification as slots for documents, at `/request-verification`: each with a name and a file.

import { MAX_DOCUMENTS } from '@godwit/contract/files';
import type { VerificationRequest } from '@godwit/contract/verification';
import { Box, Button, Flex, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { DocumentUpload } from '../../components/DocumentUpload.tsx';
import { focusFault } from '../../components/formErrors.ts';
import { Page } from '../../components/Page.tsx';
import { RequestButton } from '../../components/Request.tsx';
import { type UploadControl, useUpload } from '../../components/useUpload.ts';
import { paths } from '../../paths.ts';
import { files } from '../../text/files.ts';
import { useText } from '../../text/useText.ts';
import { verification } from '../../text/verification.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { Card } from '../../ui/Card.tsx';
import { Columns } from '../../ui/Columns.tsx';
import { type Slot, type SlotErrors, slotErrors } from './slots.ts';
import { LastRequest, NextSteps, useRequest, VerificationGate } from './VerificationGate.tsx';

function RequestVerificationPage() {
  const t = useText();
  const goBack = (
    <Button variant="outline" component={Link} to={paths.newCampaign}>
      {t('verify.goBack')}
    </Button>
  );
  return (
    <Page title={t('action.requestVerification')} back={{ to: paths.newCampaign }} banner={false}>
      <VerificationGate pendingAction={goBack}>{(last) => <SlotForm last={last} />}</VerificationGate>
    </Page>
  );
}

function SlotForm({ last }: { last: VerificationRequest | null }) {
  const t = useText();
  const [names, setNames] = useState<string[]>(Array(MAX_DOCUMENTS).fill(''));
  const [errors, setErrors] = useState<SlotErrors[]>([]);
  const mend = (number: number) => () =>
    setErrors((before) => before.map((error, index) => (index === number ? {} : error)));
  const uploads = [useUpload(mend(0)), useUpload(mend(1)), useUpload(mend(2))];
  const { send, busy } = useRequest();
  const form = useRef<HTMLFormElement>(null);
  const slots = uploads.map((control, index) => ({ control, name: names[index]! }));

  function submit(event: FormEvent): void {
    event.preventDefault();
    const filled = slots.map(({ control, name }): Slot => ({ name, upload: control.upload.state }));
    const found = slotErrors(filled);
    setErrors(found);
    if (found.some(({ name, file }) => name ?? file)) {
      focusFault(form.current);
      return;
    }
    void send(
      slots.flatMap(({ control: { upload }, name }) =>
        upload.state === 'done' ? [{ id: upload.file.id, name: name.trim() }] : [],
      ),
    );
  }

  return (
    <Columns>
      <form ref={form} onSubmit={submit} noValidate>
        <Card>
          <Stack gap={24}>
            <LastRequest last={last} />
            <div>
              <Text fw={600} fz={18} lh="24px" mb={4}>
                {t('verify.notVerified')}
              </Text>
              <Text c="dimmed">{t('verify.slotsHint')}</Text>
            </div>
            {slots.map(({ control, name }, index) => (
              <DocumentSlot
                // biome-ignore lint/suspicious/noArrayIndexKey: slots stay where they are
                key={index}
                number={index + 1}
                name={name}
                onName={(typed) => {
                  setNames((before) => before.with(index, typed));
                  mend(index)();
                }}
                errors={errors[index] ?? {}}
                control={control}
              />
            ))}
            <RequestButton busy={busy} busyLabel={t('action.requesting')}>
              {t('action.requestVerification')}
            </RequestButton>
          </Stack>
        </Card>
      </form>
      <NextSteps />
    </Columns>
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
