// The types that the steps of a request for a sender id share.
import type { Project } from '@godwit/contract/projects';
import type { UseFormReturnType } from '@mantine/form';
import type { RequestValues } from './draft.ts';

export type Rules = Project['country_rules'];
export type RequestForm = UseFormReturnType<RequestValues>;
