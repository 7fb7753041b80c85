// A section of the reference: its heading and description, with its code beside them.
import { Anchor, Box, Group, Stack, Text, Title } from '@mantine/core';
import { Children, type ReactNode, useId } from 'react';
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
  children: ReactNode;
};

export function ReferenceSection({ id, title, isInner = false, code, children }: Props) {
  return (
    <section
      className={classes.section}
      id={id}
      data-alone={Children.count(code) === 0 || undefined}
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
          <Anchor href={`#${id}`} className={classes.titleLink ?? ''} inherit underline="never" c="inherit">
            {title}
          </Anchor>
        </Title>
        {children}
      </Stack>
      {Children.count(code) > 0 ? (
        <Box>
          <Stack gap={16}>{code}</Stack>
        </Box>
      ) : null}
    </section>
  );
}

/** Renders a text of the OpenAPI description in paragraphs, with the text between backticks as code. */
export function Description({ children }: { children: string }) {
  return children.split('\n\n').map((paragraph) => (
    <Text key={paragraph} style={{ overflowWrap: 'anywhere' }}>
      {withCode(translate(paragraph))}
    </Text>
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
      <Text component="p" id={id} fz={13} fw={600} pb={8}>
        {title}
      </Text>
      <dl className={classes.fields} aria-labelledby={id}>
        {fields.map(({ name, type, limits, required, description }) => (
          <div key={name}>
            <dt>
              <Group gap="2px 12px" align="baseline">
                <code>{name}</code>
                <Text span fz={13} c="dimmed">
                  {type}
                </Text>
                {isRequest && required ? (
                  <Text span fz={13} fw={500} c="var(--warning)">
                    {t('api.required')}
                  </Text>
                ) : null}
              </Group>
            </dt>
            <Box component="dd" m={0}>
              {description ? <Text mt={4}>{withCode(translate(description))}</Text> : null}
              {limits.map((limit) => (
                <Text key={limit} mt={4} fz={13} c="dimmed">
                  {withCode(limit)}
                </Text>
              ))}
            </Box>
          </div>
        ))}
      </dl>
    </div>
  );
}
