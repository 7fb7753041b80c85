// The page for an unknown address, with a link to Home.
import { Box } from '@mantine/core';
import { HomeButton, Wordmark } from '../components/frame/Wordmark.tsx';
import { paths } from '../paths.ts';
import { useText } from '../text/useText.ts';
import { Notice } from '../ui/Notice.tsx';

export default function NotFoundPage() {
  const t = useText();
  return (
    <Box component="main" mih="100vh" bg="var(--surface)">
      <Box maw={560} mx="auto" px={24} pt={40} c="var(--primary)" style={{ '--wordmark': 'var(--text)' }}>
        <Wordmark to={paths.home} width={46} />
      </Box>
      <Notice title={t('notFound.title')} text={t('notFound.text')}>
        <HomeButton />
      </Notice>
    </Box>
  );
}
