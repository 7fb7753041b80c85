// The version of this release; server, console and clients are released together.
import manifest from '../package.json' with { type: 'json' };

/** As `major.minor.patch`. */
export const VERSION: string = manifest.version;
