// Creates and changes a webhook endpoint, and rotates its secret. A secret is shown once.
import type { EventType } from '@godwit/contract/publicApi/events';
import type { Endpoint, EndpointWithSecret } from '@godwit/contract/webhookEndpoints';
import { Checkbox, Radio, Stack, TextInput } from '@mantine/core';
import { type GetInputPropsReturnType, useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import {
  changeEndpoint,
  createEndpoint,
  endpointsQuery,
  type Place,
  rotateEndpoint,
} from '../../../api/webhooks.ts';
import { CopyId } from '../../../components/CopyButton.tsx';
import { Dialog, DialogForm, type Opening } from '../../../components/dialog/Dialog.tsx';
import { useSubmit } from '../../../components/form/useSubmit.ts';
import { toastSuccess } from '../../../components/toast/toast.ts';
import { useText } from '../../../text/useText.ts';
import { Fact } from '../../../ui/Facts.tsx';
import { ShownOnce } from '../Credentials.tsx';
import { VerifyExample } from './Examples.tsx';
import { EVENT_KINDS } from './events.ts';

type Props = Opening & { place: Place };
type OfOne = Props & { endpoint: Endpoint };

export function CreateDialog({ place, ...opening }: Props) {
  const t = useText();
  return (
    <SecretOnce
      {...opening}
      title={t('webhooks.create')}
      warning={t('webhooks.once')}
      form={(onCreated) => (
        <EndpointForm
          place={place}
          onClose={opening.onClose}
          call={async (form) => onCreated(await createEndpoint(place, form))}
        />
      )}
    />
  );
}

export function RotateDialog({ place, endpoint, ...opening }: OfOne) {
  const t = useText();
  return (
    <SecretOnce
      {...opening}
      title={t('webhooks.rotate')}
      warning={t('webhooks.rotated')}
      form={(onCreated) => (
        <RotateForm place={place} endpoint={endpoint} onCreated={onCreated} onClose={opening.onClose} />
      )}
    />
  );
}

type OnceProps = Opening &
  Pick<Parameters<typeof ShownOnce<EndpointWithSecret>>[0], 'title' | 'form'> & { warning: string };

/** A dialog with a form, then with the secret that it has made and how to use it. */
function SecretOnce(props: OnceProps) {
  const t = useText();
  return (
    <ShownOnce<EndpointWithSecret>
      {...props}
      next={() => <VerifyExample />}
      facts={({ secret }) => (
        <Fact name={t('webhooks.secret')} whole>
          <CopyId id={secret} label={t('webhooks.copySecret')} />
        </Fact>
      )}
    />
  );
}

export function EditDialog({ place, endpoint, ...opening }: OfOne) {
  const t = useText();
  return (
    <Dialog {...opening} title={t('webhooks.edit')}>
      <EndpointForm
        place={place}
        endpoint={endpoint}
        onClose={opening.onClose}
        call={async (form) => {
          await changeEndpoint(place, endpoint.id, form);
          toastSuccess(t('webhooks.changed'));
          opening.onClose();
        }}
      />
    </Dialog>
  );
}

type Values = { url: string; which: 'all' | 'some'; types: string[] };
type Form = { url: string; types: EventType[] };
type FormProps = {
  place: Place;
  endpoint?: Endpoint;
  call: (form: Form) => Promise<void>;
  onClose: () => void;
};

function EndpointForm({ place, endpoint, call, onClose }: FormProps) {
  const t = useText();
  const queries = useQueryClient();
  const form = useForm<Values>({
    initialValues: {
      url: endpoint?.url ?? '',
      which: endpoint && endpoint.types.length > 0 ? 'some' : 'all',
      types: endpoint?.types ?? [],
    },
    validate: {
      url: (url) => (url.trim() === '' ? t('webhooks.urlMissing') : null),
      types: (types, { which }) => (which === 'some' && types.length === 0 ? t('webhooks.noTypes') : null),
    },
  });
  const sending = useSubmit({
    form,
    call: async ({ url, which, types }) => {
      await call({ url: url.trim(), types: which === 'all' ? [] : (types as EventType[]) });
      await queries.invalidateQueries({ queryKey: endpointsQuery(place).queryKey });
    },
    once: true,
    inPlace: true,
  });
  return (
    <DialogForm
      {...sending}
      action={endpoint ? t('action.save') : t('webhooks.create')}
      busyLabel={endpoint ? t('action.saving') : t('action.creating')}
      onCancel={onClose}
    >
      <TextInput
        type="url"
        label="URL"
        description={t('webhooks.urlHint')}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        placeholder="https://example.com/events"
        maxLength={2_000}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('url')}
      />
      <Radio.Group label={t('webhooks.events')} {...form.getInputProps('which')}>
        <Stack gap={12} mt={8}>
          <Radio value="all" label={t('webhooks.all')} description={t('webhooks.allHint')} />
          <Radio value="some" label={t('webhooks.some')} />
        </Stack>
      </Radio.Group>
      {form.values.which === 'some' ? <Types {...form.getInputProps('types')} /> : null}
    </DialogForm>
  );
}

/** A checkbox for each event, with a note of what it is. */
function Types({ error, ...input }: GetInputPropsReturnType) {
  const t = useText();
  return (
    <Checkbox.Group aria-label={t('webhooks.some')} error={error} {...input}>
      <Stack gap={24} pb={error ? 8 : 0}>
        {EVENT_KINDS.map(({ title, types }) => (
          <fieldset key={title} style={{ border: 0, margin: 0, padding: 0 }}>
            <legend style={{ fontWeight: 500, padding: 0 }}>{t(title)}</legend>
            <Stack gap={12} mt={12}>
              {types.map((type) => (
                <Checkbox
                  key={type}
                  value={type}
                  label={t(`webhooks.${type}`)}
                  description={t(`webhooks.${type}.note`)}
                />
              ))}
            </Stack>
          </fieldset>
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

type RotateProps = {
  place: Place;
  endpoint: Endpoint;
  onCreated: (rotated: EndpointWithSecret) => void;
  onClose: () => void;
};

function RotateForm({ place, endpoint, onCreated, onClose }: RotateProps) {
  const t = useText();
  const queries = useQueryClient();
  const sending = useSubmit({
    form: useForm({ initialValues: {} }),
    call: async () => {
      onCreated(await rotateEndpoint(place, endpoint.id));
      await queries.invalidateQueries({ queryKey: endpointsQuery(place).queryKey });
    },
    once: true,
    inPlace: true,
  });
  return (
    <DialogForm
      {...sending}
      text={t(endpoint.previous_secret_until ? 'webhooks.rotateAgain' : 'webhooks.rotateText')}
      action={t('webhooks.rotate')}
      busyLabel={t('webhooks.rotating')}
      onCancel={onClose}
    />
  );
}
