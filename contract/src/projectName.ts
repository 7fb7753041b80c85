// The name of a project, and creating one: what the dialog for a new project loads on every page.
import { z } from 'zod';
import { line } from './common.ts';
import { PROJECT_NAME_REQUIRED } from './sentences/settings.ts';

/** A project name as typed, trimmed. */
export const projectName = line(100, {
  required: PROJECT_NAME_REQUIRED,
  tooLong: 'The project name is too long: at most 100 characters',
  controls: 'The project name cannot hold line breaks',
});

export const createProjectRequest = z.object({ name: projectName });
