<?php

declare(strict_types=1);

namespace Godwit;

/** Any failed call. */
abstract class GodwitException extends \RuntimeException
{
    /** How often the call was tried. */
    public int $tries = 1;

    /**
     * The Idempotency-Key that every try of send() and batch() had. Where it is not known whether messages were accepted, the
     * same call with this key within 24 hours finds out without sending any twice.
     */
    public ?string $idempotencyKey = null;

    /** After how many seconds to try again, where the answer says so. */
    public ?int $retryAfterSeconds = null;

    /** Whether the same call may succeed shortly. */
    abstract public function isTemporary(): bool;

    protected static function isTemporaryStatus(int $status): bool
    {
        return $status === 429 || ($status >= 502 && $status <= 504);
    }
}
