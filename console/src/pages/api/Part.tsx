// A part of the reference: its heading, what is said of it, and beside that its code.
import { Anchor, Box, Stack, Text, Title } from '@mantine/core';
import { Children, type ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { said } from '../../text/sentences.ts';
import classes from './api.module.css';

type Props = {
  /** Where a link to it leads. */
  id: string;
  title: string;
  /** A part of the part before. */
  isInner?: boolean;
  /** Beside it on wide screens, below it on others. */
  code?: ReactNode;
  children: ReactNode;
};

export function Part({ id, title, isInner = false, code, children }: Props) {
  return (
    <section
      className={classes.part}
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
          <Anchor href={`#${id}`} className={classes.self ?? ''} inherit underline="never" c="inherit">
            {title}
          </Anchor>
        </Title>
        {children}
      </Stack>
      {Children.count(code) > 0 ? (
        <Box className={classes.beside ?? ''}>
          <Stack gap={16}>{code}</Stack>
        </Box>
      ) : null}
    </section>
  );
}

/** What the description says, with `code` between backticks, in paragraphs. */
export function Said({ children }: { children: string }) {
  return children.split('\n\n').map((paragraph) => (
    <Text key={paragraph} style={{ overflowWrap: 'anywhere' }}>
      {withCode(said(paragraph))}
    </Text>
  ));
}

/** What stands between backticks as code. */
export const withCode = (text: string): ReactNode[] =>
  text.split('`').map((piece, index) =>
    index % 2 === 0 ? (
      piece
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text that does not change
      <code key={index} className={classes.word}>
        {piece}
      </code>
    ),
  );

/** The way to the login, which leads back here. */
export const loginLink = (words: ReactNode) => (
  <Anchor key="link" component={Link} to={paths.login} state={{ from: { pathname: paths.api } }} inherit>
    {words}
  </Anchor>
);

/** Code inside a text of the catalogue. */
export const codeTag = (words: ReactNode) => (
  <code key={String(words)} className={classes.word}>
    {words}
  </code>
);
