<?php

declare(strict_types=1);

namespace Godwit;

/** Thrown if a callback is invalid: answer it with 400 and ignore it. */
final class CallbackException extends \RuntimeException
{
    /** @param 'header'|'timestamp'|'signature'|'body' $reason */
    public function __construct(public readonly string $reason, string $message)
    {
        parent::__construct($message);
    }
}
