<?php

// Runs the PHP client in a process of its own: reads a line of JSON for each call and writes one for its
// outcome.

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

// PHP ends the wait for a line after a minute, because a pipe of Node is a socket.
stream_set_timeout(STDIN, 3_600);
$clients = [];

function perform(array $call): mixed
{
    global $clients;
    if ($call['call'] === 'verify') {
        $given = $call['args'][0];
        $given['body'] = base64_decode($given['body'], true);
        return Callback::verify(...$given);
    }
    if ($call['call'] === 'methods') {
        return get_class_methods(Client::class);
    }
    $client = $clients[json_encode($call['client'])] ??= new Client(...$call['client']);
    $named = isset($call['idempotencyKey']) ? ['idempotencyKey' => $call['idempotencyKey']] : [];
    $value = $client->{$call['call']}(...$call['args'], ...$named);
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
    $call = json_decode($line, true, flags: JSON_THROW_ON_ERROR);
    try {
        $outcome = ['value' => perform($call)];
    } catch (Throwable $error) {
        $outcome = ['error' => shown($error)];
    }
    echo json_encode(['number' => $call['number']] + $outcome, JSON_THROW_ON_ERROR), "\n";
}
