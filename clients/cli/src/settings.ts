// The service, the project and the key, from the environment: arguments would show the key to every user of
// the machine.
import { Godwit } from '../../typescript/src/index.ts';

/** The settings, and the place of each. */
const SETTINGS = {
  GODWIT_URL: 'the address of the service, such as https://sms.example.com',
  GODWIT_PROJECT: "the project's id, in the console under Settings",
  GODWIT_API_KEY: 'a key of the project, in the console under Settings, API Keys',
} as const;

/** Thrown if a command cannot begin; the message says why and what to do. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** Returns a client for the project of the environment. */
export function openClient(env: NodeJS.ProcessEnv): Godwit {
  const missing = Object.entries(SETTINGS).filter(([name]) => !env[name]?.trim());
  if (missing.length > 0) {
    const lines = missing.map(([name, meaning]) => `  export ${name}=…   # ${meaning}`);
    throw new UsageError(
      `The environment lacks settings, so nothing was done. Set them:\n${lines.join('\n')}`,
    );
  }
  try {
    return new Godwit({
      baseUrl: env.GODWIT_URL!,
      projectId: env.GODWIT_PROJECT!,
      apiKey: env.GODWIT_API_KEY!,
    });
  } catch (error) {
    const { message } = error as Error;
    throw new UsageError(`${message.replace('baseUrl', 'GODWIT_URL')}. Nothing was done.`);
  }
}
