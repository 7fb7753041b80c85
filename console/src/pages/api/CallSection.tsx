// A call of the public API: its fields and response from the description, beside a sample program, Try it,
// and an example response. Only its heading and description are drawn until it is opened.
import { memo, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { translate } from '../../text/translate.ts';
import { useText } from '../../text/useText.ts';
import classes from './api.module.css';
import { Code, Sample } from './Code.tsx';
import { useReference } from './context.ts';
import { answerFields, type Call, errorsOf, requestFields, successOf } from './fields.ts';
import { Description, FieldList, ReferenceSection } from './ReferenceSection.tsx';
import { inputsOf, requestOf } from './request.ts';
import { sampleOf } from './samples.ts';
import { TryIt } from './TryIt.tsx';
import type { IsOpen } from './useOpenSections.ts';

type Props = {
  call: Call;
  id: string;
  title: string;
  isOpen: IsOpen;
  setOpen: (id: string, isOpen: boolean) => void;
  /** Stands for the details until they are drawn, for the browser's search. */
  outline: string;
};

export const CallSection = memo(function CallSection({ call, id, title, isOpen, setOpen, outline }: Props) {
  const isDrawn = isOpen !== undefined;
  const { method, path, operation } = call;
  const details = `${id}-details`;
  return (
    <ReferenceSection
      id={id}
      title={title}
      isInner
      disclosure={{ isOpen: isOpen === true, details, onToggle: () => setOpen(id, !isOpen) }}
      code={isDrawn ? <CallCode call={call} title={title} /> : undefined}
    >
      <p className={classes.path}>
        <b className={classes.method}>{method}</b> {path}
      </p>
      <Description>{operation.description}</Description>
      <Findable id={details} isOpen={isOpen === true} onFound={() => setOpen(id, true)}>
        {isDrawn ? <CallFields call={call} /> : outline}
      </Findable>
    </ReferenceSection>
  );
});

type FindableProps = { id: string; isOpen: boolean; onFound: () => void; children: ReactNode };

/** Details that the browser's search finds while they are closed, and opens. */
function Findable({ id, isOpen, onFound, children }: FindableProps) {
  const box = useRef<HTMLDivElement>(null);
  // React only writes the attribute without its value.
  useLayoutEffect(() => {
    if (isOpen) box.current?.removeAttribute('hidden');
    else box.current?.setAttribute('hidden', 'until-found');
  }, [isOpen]);
  useEffect(() => {
    const found = box.current;
    // The browser then scrolls to the outline. Were it replaced within the event, it would scroll nowhere.
    found?.addEventListener('beforematch', onFound);
    return () => found?.removeEventListener('beforematch', onFound);
  }, [onFound]);
  return (
    <div ref={box} id={id} className={classes.details}>
      {children}
    </div>
  );
}

/** The fields of the request and of the answer, and the errors. */
function CallFields({ call: { operation } }: { call: Call }) {
  const t = useText();
  const { api } = useReference();
  const answer = answerFields(operation, api);
  return (
    <>
      <FieldList title={t('api.request')} fields={requestFields(operation, api)} isRequest />
      {answer ? (
        <FieldList title={t('api.answer')} fields={answer} />
      ) : (
        <p className={classes.text}>
          {t.rich('api.answersMessage', {
            link: (chunks) => (
              <a key="link" href="#sms-object" className={classes.link}>
                {chunks}
              </a>
            ),
          })}
        </p>
      )}
      <div>
        <p className={classes.listTitle}>{t('api.errors')}</p>
        <ul className={classes.errors}>
          {errorsOf(operation).map(({ code, description }) => (
            <li key={code}>
              <a href={`#error-${code}`} title={translate(description)} className={classes.link}>
                {code}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}

/** The sample program, Try it, and the example response. */
function CallCode({ call, title }: { call: Call; title: string }) {
  const t = useText();
  const { api, sampleValues, messageId } = useReference();
  const [values, setValues] = useState<Record<string, string>>({});
  const inputs = inputsOf(call, api, messageId);
  const request = requestOf(call, inputs, values);
  const response = successOf(call.operation);
  const credentials = { origin: location.origin, ...sampleValues };
  return (
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
  );
}
