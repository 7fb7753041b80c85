// The buttons beside the title.
import { Button } from '@mantine/core';
import { useText } from '../../text/useText.ts';
import classes from './ContactActions.module.css';

export function ContactActions({ onOpen }: { onOpen: (dialog: 'groups' | 'upload' | 'new') => void }) {
  const t = useText();
  return (
    <div className={classes.actions}>
      <Button variant="outline" onClick={() => onOpen('groups')}>
        {t('contacts.groupsButton')}
      </Button>
      <Button variant="outline" onClick={() => onOpen('upload')}>
        {t('contacts.bulk')}
      </Button>
      <Button onClick={() => onOpen('new')}>{t('contacts.new')}</Button>
    </div>
  );
}
