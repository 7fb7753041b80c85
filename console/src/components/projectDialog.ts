// Opening the project dialogs from anywhere below the shell.
import { createContext, useContext } from 'react';

/** Marks what the project dialogs are opened from; those out of sight on this width do not take the focus. */
export const PROJECT_OPENER = 'data-project-opener';

export type ProjectDialog = 'new' | 'prompt';

export const ProjectDialogContext = createContext<(which: ProjectDialog) => void>(() => {});

/** Gives the function that opens 'New Project' ('new') or, where a page needs a project first, 'Create a Project' ('prompt'). */
export const useProjectDialog = (): ((which: ProjectDialog) => void) => useContext(ProjectDialogContext);
