// The page to which the single sign-on provider redirects, at `/staff/sso`. It submits the query once and
// continues the sign-in.
import { Box, Button, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { errorMessage } from '../../api/errors.ts';
import { useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import { finishSignOn } from '../api/client.ts';
import { staffPaths } from '../paths.ts';
import { BareStaffBar } from '../shell/StaffShell.tsx';

export default function SingleSignOnPage() {
  const t = useText();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { search: query } = useLocation();
  const [failure, setFailure] = useState<string | null>(null);
  const started = useRef(false);
  useDocumentTitle(`${t('staff.signIn.title')} · Godwit`);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    // The sign-in page continues with the next step, such as a code.
    finishSignOn({ query })
      .then(() => {
        queries.clear();
        navigate(staffPaths.signIn, { replace: true });
      })
      .catch((error) => setFailure(errorMessage(error)));
  });
  return (
    <>
      <BareStaffBar />
      <Box component="main" maw={448} mx="auto" px={16} py={{ base: 24, xs: 64 }}>
        {failure === null ? null : (
          <Card>
            <Title mb={20} fz={24} lh="32px">
              {t('staff.signIn.title')}
            </Title>
            <Text role="alert" mb={24}>
              {failure}
            </Text>
            <Button component={Link} to={staffPaths.signIn} size="lg" fullWidth>
              {t('action.tryAgain')}
            </Button>
          </Card>
        )}
      </Box>
    </>
  );
}
