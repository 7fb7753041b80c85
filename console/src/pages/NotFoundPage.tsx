// An address that leads nowhere, with a way back.
import { Box, Button } from '@mantine/core';
import { Link } from 'react-router';
import { Wordmark } from '../components/Wordmark.tsx';
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
        <Button component={Link} to={paths.home}>
          {t('page.goHome')}
        </Button>
      </Notice>
    </Box>
  );
}
