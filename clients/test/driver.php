<?php

// The PHP client in a process of its own: a line of JSON for each call, and one for its outcome.

declare(strict_types=1);

use Godwit\AnswerException;
use Godwit\ApiException;
use Godwit\Callback;
use Godwit\CallbackException;
use Godwit\Client;
use Godwit\ConnectionException;
use Godwit\GodwitException;

spl_autoload_register(static function (string $class): void {
    require $GLOBALS['argv'][1] . '/' . str_replace('\\', '/', substr($class, strlen('Godwit\\'))) . '.php';
});

$clients = [];

function perform(array $asked): mixed
{
    global $clients;
    if ($asked['call'] === 'verify') {
        $given = $asked['args'][0];
        $given['body'] = base64_decode($given['body'], true);
        return Callback::verify(...$given);
    }
    $client = $clients[json_encode($asked['client'])] ??= new Client(...$asked['client']);
    $named = isset($asked['idempotencyKey']) ? ['idempotencyKey' => $asked['idempotencyKey']] : [];
    $value = $client->{$asked['call']}(...$asked['args'], ...$named);
    return $value instanceof Generator ? iterator_to_array($value, false) : $value;
}

function shown(Throwable $error): array
{
    $type = match (true) {
        $error instanceof ApiException => 'api',
        $error instanceof ConnectionException => 'connection',
        $error instanceof AnswerException => 'answer',
        $error instanceof CallbackException => 'callback',
        $error instanceof InvalidArgumentException, $error instanceof TypeError => 'argument',
        default => $error::class,
    };
    $known = ['type' => $type, 'message' => $error->getMessage()] + get_object_vars($error);
    return $error instanceof ApiException ? ['code' => $error->getCode()] + $known : $known;
}

while (($line = fgets(STDIN)) !== false) {
    $asked = json_decode($line, true, flags: JSON_THROW_ON_ERROR);
    try {
        $outcome = ['value' => perform($asked)];
    } catch (Throwable $error) {
        $outcome = ['error' => shown($error)];
    }
    echo json_encode(['number' => $asked['number']] + $outcome, JSON_THROW_ON_ERROR), "\n";
}
