<?php

declare(strict_types=1);

namespace Godwit;

/** No answer came: the service could not be reached, the connection broke, or it took too long. */
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
