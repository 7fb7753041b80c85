// The version of this release. Server, console and clients are released together.
import manifest from '../package.json' with { type: 'json' };

/** `major.minor.patch`. */
export const VERSION: string = manifest.version;
