// A call of the public API: its fields and response from the description, beside a sample program, Try it,
// and an example response.
import { Anchor, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { translate } from '../../text/translate.ts';
import { useText } from '../../text/useText.ts';
import { Code, Sample } from './Code.tsx';
import { useReference } from './context.ts';
import { type Call, errorsOf, fieldsOf, nameOf, parameterFields, successOf } from './fields.ts';
import { Description, FieldList, ReferenceSection } from './ReferenceSection.tsx';
import { inputsOf, requestOf } from './request.ts';
import { sampleOf } from './samples.ts';
import { TryIt } from './TryIt.tsx';

/** The schema whose fields have their own section. */
const MESSAGE = 'Message';

export function CallSection({ call, id, title }: { call: Call; id: string; title: string }) {
  const t = useText();
  const { api, sampleValues, messageId } = useReference();
  const [values, setValues] = useState<Record<string, string>>({});
  const { method, path, operation } = call;
  const inputs = inputsOf(call, api, messageId);
  const request = requestOf(call, inputs, values);
  const response = successOf(operation);
  const body = operation.requestBody?.content['application/json']?.schema;
  const fields = [...(body ? fieldsOf(body, api) : []), ...parameterFields(operation.parameters ?? [])];
  const credentials = { origin: location.origin, ...sampleValues };

  return (
    <ReferenceSection
      id={id}
      title={title}
      isInner
      code={
        <>
          <Sample label={title} write={(language) => sampleOf(language, request, credentials)} />
          <TryIt
            title={title}
            inputs={inputs}
            values={values}
            request={request}
            onChange={(name, value) => setValues({ ...values, [name]: value })}
          />
          <Code
            isCapped
            label={t('api.exampleAnswer', { status: String(response.status) })}
            code={JSON.stringify(response.example, null, 2)}
          />
        </>
      }
    >
      <Text className="mono" style={{ overflowWrap: 'anywhere' }}>
        <Text span inherit fw={600} c="var(--primary)">
          {method}
        </Text>{' '}
        {path}
      </Text>
      <Description>{operation.description}</Description>
      <FieldList title={t('api.request')} fields={fields} isRequest />
      {nameOf(response.schema) === MESSAGE ? (
        <Text>
          {t.rich('api.answersMessage', {
            link: (chunks) => (
              <Anchor key="link" href="#sms-object" inherit>
                {chunks}
              </Anchor>
            ),
          })}
        </Text>
      ) : (
        <FieldList title={t('api.answer')} fields={fieldsOf(response.schema, api)} />
      )}
      <Errors call={call} />
    </ReferenceSection>
  );
}

/** The error codes of a call, each linked to its row in the list of errors. */
function Errors({ call }: { call: Call }) {
  const t = useText();
  return (
    <div>
      <Text component="p" fz={13} fw={600} pb={4}>
        {t('api.errors')}
      </Text>
      <Group gap="4px 16px" component="ul">
        {errorsOf(call.operation).map(({ code, description }) => (
          <li key={code}>
            <Anchor href={`#error-${code}`} title={translate(description)} fz={13} className="mono">
              {code}
            </Anchor>
          </li>
        ))}
      </Group>
    </div>
  );
}
