<?php

declare(strict_types=1);

namespace Godwit;

/** The base class of every failed call. */
abstract class GodwitException extends \RuntimeException
{
    /** How often the call was tried. */
    public int $tries = 1;

    /**
     * The Idempotency-Key of every try of send() and batch(). If it is unknown whether messages were
     * accepted, repeat the call with this key within 24 hours: nothing is sent twice.
     */
    public ?string $idempotencyKey = null;

    /** Seconds to wait before a retry, if the response has them. */
    public ?int $retryAfterSeconds = null;

    /** Whether the same call may succeed shortly. */
    abstract public function isTemporary(): bool;

    protected static function isTemporaryStatus(int $status): bool
    {
        return $status === 429 || ($status >= 502 && $status <= 504);
    }
}
