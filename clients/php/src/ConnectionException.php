<?php

declare(strict_types=1);

namespace Godwit;

/** Thrown if there was no response: the service was not reachable, the connection broke, or it timed out. */
final class ConnectionException extends GodwitException
{
    public function __construct(string $message, public readonly bool $timedOut)
    {
        parent::__construct($message);
    }

    public function isTemporary(): bool
    {
        return true;
    }
}
