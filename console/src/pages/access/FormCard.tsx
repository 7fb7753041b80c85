// Pages under the simple top bar: a short form in a card, or a notice with one button.
import { Box, Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { errorMessage } from '../../api/errors.ts';
import { BackLink } from '../../components/frame/Page.tsx';
import { useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';

type Props = {
  title: string;
  /** The text that introduces the form. */
  text?: ReactNode;
  /** The target of Back. */
  back?: string;
  children: ReactNode;
};

export function FormCard({ title, text, back, children }: Props) {
  useDocumentTitle(`${title} · Godwit`);
  return (
    <Box
      component="main"
      maw={496}
      mx="auto"
      px={{ base: 16, xs: 24 }}
      pt={{ base: 24, xs: 64 }}
      pb={{ base: 40, xs: 64 }}
    >
      {back ? <BackLink to={back} /> : null}
      <Title mb={{ base: 16, xs: 24 }}>{title}</Title>
      <Card>
        <Stack gap={24}>
          {text ? (
            <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {text}
            </Text>
          ) : null}
          {children}
        </Stack>
      </Card>
    </Box>
  );
}

type NoticeProps = { title: string; text: string; action: string } & (
  | { to: string }
  | { onAction: () => void }
);

export function NoticePage({ title, text, action, ...target }: NoticeProps) {
  useDocumentTitle(`${title} · Godwit`);
  return (
    <main>
      <Notice title={title} text={text}>
        {'to' in target ? (
          <Button component={Link} to={target.to}>
            {action}
          </Button>
        ) : (
          <Button onClick={target.onAction}>{action}</Button>
        )}
      </Notice>
    </main>
  );
}

/** Shown while the link is being checked. */
export function CardLoading() {
  return (
    <Stack component="main" aria-busy="true" gap={24} maw={496} mx="auto" px={24} py={64}>
      <Skeleton height={36} width={240} />
      <Skeleton height={200} />
    </Stack>
  );
}

/** Shown if the data could not be loaded. */
export function CardFailed({ error, onRetry }: { error: Error; onRetry: () => unknown }) {
  const t = useText();
  return (
    <NoticePage
      title={t('load.failed')}
      text={errorMessage(error)}
      action={t('action.tryAgain')}
      onAction={() => void onRetry()}
    />
  );
}
