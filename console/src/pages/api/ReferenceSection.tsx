// A section of the reference: its heading and description, with its code beside them.
import { Anchor, Stack, Title } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Children, type MouseEvent, type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { translate } from '../../text/translate.ts';
import { useText } from '../../text/useText.ts';
import classes from './api.module.css';
import type { Field } from './fields.ts';

type Props = {
  /** The anchor for links to this section. */
  id: string;
  title: string;
  /** A subsection of the section before it. */
  isInner?: boolean;
  /** Shown beside the description on wide screens, otherwise below it. */
  code?: ReactNode;
  /** The title opens and closes the section; `details` is the id of what it shows. */
  disclosure?: Disclosure;
  children: ReactNode;
};

type Disclosure = { isOpen: boolean; details: string; onToggle: () => void };

export function ReferenceSection({ id, title, isInner = false, code, disclosure, children }: Props) {
  const isOpen = disclosure?.isOpen ?? true;
  return (
    <section
      className={classes.section}
      id={id}
      data-inner={isInner || undefined}
      data-alone={Children.count(code) === 0 || !isOpen || undefined}
      aria-labelledby={`${id}-title`}
    >
      <Stack gap={16} miw={0}>
        <Title
          order={isInner ? 3 : 2}
          id={`${id}-title`}
          fz={isInner ? 18 : 20}
          tabIndex={-1}
          style={{ outline: 'none' }}
        >
          <TitleLink id={id} title={title} disclosure={disclosure} />
        </Title>
        {children}
      </Stack>
      {Children.count(code) > 0 ? (
        <div hidden={!isOpen}>
          <Stack gap={16}>{code}</Stack>
        </div>
      ) : null}
    </section>
  );
}

type TitleLinkProps = { id: string; title: string; disclosure: Disclosure | undefined };

/** Leads to the section. A click opens or closes it where it is, and changes the address. */
function TitleLink({ id, title, disclosure }: TitleLinkProps) {
  const href = `#${id}`;
  if (!disclosure)
    return (
      <a href={href} className={classes.titleLink}>
        {title}
      </a>
    );
  const { isOpen, details, onToggle } = disclosure;
  const toggle = (event: MouseEvent) => {
    // The browser opens a new tab or window.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    history.replaceState(history.state, '', href);
    onToggle();
  };
  return (
    <a
      href={href}
      className={classes.titleLink}
      aria-expanded={isOpen}
      aria-controls={details}
      onClick={toggle}
    >
      {title}
      <IconChevronDown size={20} stroke={1.5} aria-hidden="true" />
    </a>
  );
}

/** Renders a text of the OpenAPI description in paragraphs, with the text between backticks as code. */
export function Description({ children }: { children: string }) {
  return children.split('\n\n').map((paragraph) => (
    <p key={paragraph} className={classes.text}>
      {withCode(translate(paragraph))}
    </p>
  ));
}

const withCode = (text: string): ReactNode[] =>
  text.split('`').map((piece, index) =>
    index % 2 === 0 ? (
      piece
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text that does not change
      <code key={index} className={classes.inlineCode}>
        {piece}
      </code>
    ),
  );

/** A link to the login, which returns to the reference. */
export const loginLink = (chunks: ReactNode) => (
  <Anchor key="link" component={Link} to={paths.login} state={{ from: { pathname: paths.api } }} inherit>
    {chunks}
  </Anchor>
);

/** Renders the `code` tag of a text. */
export const codeTag = (chunks: ReactNode) => (
  <code key={String(chunks)} className={classes.inlineCode}>
    {chunks}
  </code>
);

type FieldListProps = {
  title: string;
  fields: readonly Field[];
  /** Marks required fields. Responses always have all fields. */
  isRequest?: boolean;
};

/** Lists the fields of a request or a response with their name, type, description and limits. */
export function FieldList({ title, fields, isRequest = false }: FieldListProps) {
  const t = useText();
  const id = useId();
  if (fields.length === 0) return null;
  return (
    <div>
      <p id={id} className={classes.listTitle}>
        {title}
      </p>
      <dl className={classes.fields} aria-labelledby={id}>
        {fields.map(({ name, type, limits, required, description }) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
              <span>{type}</span>
              {isRequest && required ? <b>{t('api.required')}</b> : null}
            </dt>
            <dd>
              {description ? <p>{withCode(translate(description))}</p> : null}
              {limits.map((limit) => (
                <small key={limit}>{withCode(limit)}</small>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
