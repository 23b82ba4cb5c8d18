// Made by `npm run types`.
export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Error: {
            error: {
                /** @description A stable identifier for programs. */
                code: string;
                /** @description A message for people. */
                message: string;
                /** @description The parameter that caused the error. */
                field: string | null;
                /** @description Names in the database that are like the unknown one, the most similar first. */
                similar: string[];
            };
        };
        Move: {
            /** @description A point in SGF coordinates, or pass. */
            move: string;
            /** @enum {string} */
            color: "B" | "W";
        };
        YearTotals: {
            /** @description null for undated games. */
            year: number | null;
            games: number;
            black_wins: number;
            white_wins: number;
            /** @description The games that ended in a draw. Void games and unknown results are neither draws nor wins. */
            draws: number;
        };
        /** @description An evaluation of a position by an engine. */
        Evaluation: {
            /** @description The probability that Black wins. */
            black_win_rate: number;
            /** @description The points by which Black leads, negative if White leads; absent if the engine does not say. */
            black_score_lead?: number;
            /** @description The size of the engine's search; absent if unknown. */
            visits?: number;
        };
        /** @description A move that an engine searched and no counted game has. */
        EngineMove: {
            /** @description A point in SGF coordinates, or pass. */
            move: string;
            /** @enum {string} */
            color: "B" | "W";
            /** @description The probability that Black wins. */
            black_win_rate: number;
            /** @description The points by which Black leads, negative if White leads; absent if the engine does not say. */
            black_score_lead?: number;
            /** @description The size of the engine's search; absent if unknown. */
            visits?: number;
        };
        NextMove: {
            /** @description A point in SGF coordinates, or pass. */
            move: string;
            /** @enum {string} */
            color: "B" | "W";
            /** @description The number of distinct games. */
            games: number;
            black_wins: number;
            white_wins: number;
            /** @description The games that ended in a draw. Void games and unknown results are neither draws nor wins. */
            draws: number;
            first_year: number | null;
            last_year: number | null;
            /** @description Black's share of the games that have a winner; null if none has. */
            black_win_rate: number | null;
            /** @description The lower end of the 95% interval of black_win_rate. */
            black_win_rate_low: number | null;
            /** @description The upper end of the interval. */
            black_win_rate_high: number | null;
            /** @description The share of the games with the position. In a part of the board, shares may add up to more than 1, because a game counts for each of its answers. */
            share: number;
            /** @description Only for patterns: the number of occurrences with this answer. */
            occurrences?: number;
            /** @description Only for patterns: the number of those in which no move was played elsewhere before the answer. */
            direct?: number;
            /** @description Only with full=true. */
            years?: components["schemas"]["YearTotals"][];
            /** @description Only with full=true: the players of the move who have the most games in the database. */
            players?: string[];
            engine?: components["schemas"]["Evaluation"];
        };
        Position: {
            /** @description The published hash of the position in the requested orientation; null for a pattern. */
            board_hash: number | null;
            /** @description The key of the position, the same in all orientations; null for a pattern. */
            key: string | null;
            board_size: number;
            /**
             * @description null for a pattern.
             * @enum {unknown}
             */
            to_play: "B" | "W" | null;
            /** @enum {integer} */
            symmetries: 1 | 2 | 4 | 8;
            /** @description Only for patterns, as are the fields from here to elsewhere: the diagram on one line. */
            pattern?: string;
            /**
             * @description The edges that the area touches: none, one, two that meet, two opposite or three, all.
             * @enum {string}
             */
            anchor?: "middle" | "side" | "corner" | "fixed" | "board";
            /** @description The number of distinct ways in which the pattern may lie on the board. */
            images?: number;
            /** @description The number of occurrences. Symmetric stones count once, even if the pattern fits them in several ways. */
            occurrences?: number;
            /** @description The number of occurrences without an answer that counts. */
            unanswered?: number;
            /** @description The number of occurrences after which the next move was outside the area. */
            elsewhere?: number;
            /** @description The number of distinct games. */
            games: number;
            black_wins: number;
            white_wins: number;
            /** @description The games that ended in a draw. Void games and unknown results are neither draws nor wins. */
            draws: number;
            first_year: number | null;
            last_year: number | null;
            /** @description Black's share of the games that have a winner; null if none has. */
            black_win_rate: number | null;
            /** @description The lower end of the 95% interval of black_win_rate. */
            black_win_rate_low: number | null;
            /** @description The upper end of the interval. */
            black_win_rate_high: number | null;
            /** @description The number of games in which stones are set up next; not for patterns. */
            set_up?: number;
            /** @description The number of games that end at the position; not for patterns. */
            ended?: number;
            /** @description The moves played next, or the answers to a pattern, most popular first. */
            next_moves: components["schemas"]["NextMove"][];
            /** @description Only for patterns: the area in which the pattern and its answers are shown, as its upper left and lower right point, such as ma,sg. */
            area?: string;
            /** @description The points with black stones, for a diagram those in it. */
            black: string[];
            white: string[];
            last_move: components["schemas"]["Move"] | null;
            captured_by_black: number;
            captured_by_white: number;
            engine?: components["schemas"]["Evaluation"];
            /** @description The moves that an engine searched and no counted game has, those with the most visits first; absent without any. */
            engine_moves?: components["schemas"]["EngineMove"][];
        };
        Years: {
            /** @enum {string} */
            by: "year" | "decade";
            games: number;
            years: components["schemas"]["YearTotals"][];
            next_moves: {
                /** @description A point in SGF coordinates, or pass. */
                move: string;
                /** @enum {string} */
                color: "B" | "W";
                games: number;
                years: components["schemas"]["YearTotals"][];
            }[];
        };
        Tree: {
            /** @description The number of distinct games. */
            games: number;
            black_wins: number;
            white_wins: number;
            /** @description The games that ended in a draw. Void games and unknown results are neither draws nor wins. */
            draws: number;
            first_year: number | null;
            last_year: number | null;
            /** @description Black's share of the games that have a winner; null if none has. */
            black_win_rate: number | null;
            /** @description The lower end of the 95% interval of black_win_rate. */
            black_win_rate_low: number | null;
            /** @description The upper end of the interval. */
            black_win_rate_high: number | null;
            /** @description The moves from the position, the most popular first. */
            next_moves: components["schemas"]["Branch"][];
        };
        Branch: {
            /** @description A point in SGF coordinates, or pass. */
            move: string;
            /** @enum {string} */
            color: "B" | "W";
            /** @description The number of distinct games. */
            games: number;
            black_wins: number;
            white_wins: number;
            /** @description The games that ended in a draw. Void games and unknown results are neither draws nor wins. */
            draws: number;
            first_year: number | null;
            last_year: number | null;
            /** @description The share of the games that have the preceding position, in whichever order of moves; in a part of the board, of the games of the preceding line. */
            share: number;
            /** @description The games that have the position after the move but reached it by another order of moves. Missing if there are none, and where the tree ends. */
            other_orders?: number;
            /** @description Black's share of the games that have a winner; null if none has. */
            black_win_rate: number | null;
            /** @description The lower end of the 95% interval of black_win_rate. */
            black_win_rate_low: number | null;
            /** @description The upper end of the interval. */
            black_win_rate_high: number | null;
            /** @description The moves from the resulting position, in whatever order the moves before it were played; inside an area, those of the games that play these moves in this order. */
            next_moves: components["schemas"]["Branch"][];
        };
        Players: {
            games: number;
            /** @description The number of all players, listed or not. */
            count: number;
            players: {
                player: string;
                games: number;
                black_games: number;
                black_wins: number;
                black_losses: number;
                white_games: number;
                white_wins: number;
                /** @description The games that ended in a draw. Void games and unknown results are neither draws nor wins. */
                draws: number;
                white_losses: number;
                first_year: number | null;
                last_year: number | null;
            }[];
        };
        GameList: {
            /** @description The number of all games, listed or not. */
            games: number;
            offset: number;
            /** @description For each condition with a part of a name that several players have, these players. Missing if there are none. */
            several_players?: {
                /** @enum {string} */
                condition: "player" | "black" | "white";
                /** @description The part of a name. */
                part: string;
                /** @description The number of the players. */
                count: number;
                /** @description Those with the most games, three at most. */
                players: {
                    player: string;
                    /** @description The number of games of the list that meet the condition with the name. */
                    games: number;
                }[];
            }[];
            list: {
                game: number;
                date: string | null;
                black: string | null;
                black_rank: string | null;
                white: string | null;
                white_rank: string | null;
                result: string | null;
                event: string | null;
                /** @description The faults of the record, if it has any. */
                repair: string | null;
                moves: number;
                /** @description The number of moves before the position, or before the pattern begins to stand. */
                move_number: number;
                transform: number;
                swapped: boolean;
                /** @description Only for patterns, as are the next fields: the number of moves before the pattern begins to stand. */
                ply?: number;
                /** @description The number of moves before the first position at which it no longer stands, or one more than the game has. */
                until?: number;
                /** @description The column of the area's upper left point on the game's board, 0 at the left. */
                x?: number;
                /** @description The row of that point, 0 at the top. */
                y?: number;
                /** @description The first move inside the area while the pattern stands. */
                answer?: {
                    /** @description A point in SGF coordinates, as the pattern shows it. */
                    move: string;
                    /** @enum {string} */
                    color: "B" | "W";
                    /** @description The number of the move in the game. */
                    ply: number;
                    /** @description The number of moves played elsewhere before it. */
                    elsewhere: number;
                } | null;
            }[];
        };
        Game: {
            /** @description Its number, everywhere; never reused. */
            game: number;
            /** @description Lines of the board. */
            board_size: number;
            /** @description Moves played, including passes. */
            moves: number;
            /** @description Black's name. */
            black: string | null;
            /** @description Black's rank, such as 9d. */
            black_rank: string | null;
            /** @description Black's rank as an ordered number: 50k to 1k are -49 to 0, 1d to 10d are 1 to 10, 1p to 9p are 11 to 19. */
            black_rank_value: number | null;
            /** @description White's name. */
            white: string | null;
            /** @description White's rank. */
            white_rank: string | null;
            /** @description White's rank as an ordered number. */
            white_rank_value: number | null;
            /** @description Black's team. */
            black_team: string | null;
            /** @description White's team. */
            white_team: string | null;
            /** @description When it was played or begun, as far as it is known: 2005, 2005-11 or 2005-11-03. */
            date: string | null;
            /** @description The same, as in the record. */
            date_text: string | null;
            /**
             * Format: date
             * @description The first day that the date can mean.
             */
            first_date: string | null;
            /**
             * Format: date
             * @description The last day that the date can mean.
             */
            last_date: string | null;
            /** @description The year of the first day. */
            year: number | null;
            /** @description How it ended: B+R, W+2.5, B+T (time), B+F (forfeit), B+, 0 (a draw), Void. */
            result: string | null;
            /** @description The result, as in the record. */
            result_text: string | null;
            /** @description B, W, or null. */
            winner: string | null;
            /** @description The points of a win that was counted. */
            margin: number | null;
            /** @description Komi in points. */
            komi: number | null;
            /** @description Komi, as in the record. */
            komi_text: string | null;
            /** @description Handicap stones. */
            handicap: number | null;
            /** @description The handicap, as in the record. */
            handicap_text: string | null;
            /** @description The rules. */
            rules: string | null;
            /** @description The main time of each player in seconds. */
            time_limit: number | null;
            /** @description The main time, as in the record. */
            time_limit_text: string | null;
            /** @description The overtime, as in the record. */
            overtime: string | null;
            /** @description The event. */
            event: string | null;
            /** @description The round. */
            round: string | null;
            /** @description The place. */
            place: string | null;
            /** @description The record's name of the game. */
            name: string | null;
            /** @description Where the game was published. */
            publication: string | null;
            /** @description The program that wrote the record. */
            program: string | null;
            /** @description What could not be read or played of the record. */
            repair: string | null;
            sources: {
                /** @description The file name of the archive. */
                archive: string;
                imported_at: string;
                member: string;
                member_game: number;
                differs: boolean;
            }[];
            /** @description The number of moves and of setups in the variations of the record; 0 if it has only its main line. */
            variations: number;
            replay: {
                transform: number;
                swapped: boolean;
                /** @description The index of the first scene with the requested position, or 0. */
                start: number;
                /** @description The area of the pattern on the replay's board, such as ma,sg; null without a pattern and in games without it. */
                area: string | null;
                scenes: {
                    move_number: number;
                    move: string | null;
                    color: string | null;
                    /** @description The points to clear after the previous scene. */
                    removed: string[];
                    /** @description The stones to place after that, such as Bpd. */
                    put: string[];
                    comments: string[];
                }[];
            };
        };
        Novelty: {
            /** @description The index of the position among the scenes of the game. All fields are null if no other game has a position of this one. */
            at: number | null;
            /** @description The number of moves before the position. */
            move_number: number | null;
            /** @description The number of other games with the position. */
            other_games: number | null;
        };
        Variations: {
            /** @description The positions in the order of the record, those of the main line first. */
            nodes: {
                /** @description The index of the position before; null at the start. Parents come before their children. */
                parent: number | null;
                move_number: number;
                /** @description null at the start, after setup, and where a variation begins with comments before any move. */
                move: string | null;
                color: string | null;
                /** @description The points to clear after the parent. */
                removed: string[];
                /** @description The stones to place after that, such as Bpd. */
                put: string[];
                comments: string[];
                /** @description The index among the scenes of the game; null outside the main line. */
                scene: number | null;
            }[];
            /** @description True if variations were left out, because they have more than 20,000 moves and setups, change more than 262,144 points, or have more than 20,000 comments or 1 MiB of them. */
            truncated: boolean;
        };
        Names: {
            players: string[];
            /** @description The same names with the numbers of their games. */
            counts: {
                player: string;
                games: number;
            }[];
        };
        Events: {
            events: {
                event: string;
                games: number;
            }[];
        };
        Archives: {
            archives: {
                /** @description The name that the parameter archive takes: that of the file, with as many folders as it takes to tell it from others. */
                archive: string;
                games: number;
            }[];
        };
        Record: {
            games: number;
            /** @description Games that the player won. */
            wins: number;
            losses: number;
            /** @description The other games are void, or their results are unknown. */
            draws: number;
        };
        Player: {
            /** @description The name as most of the games write it. */
            player: string;
            /** @description A game of a player against himself counts once. */
            games: number;
            first_year: number | null;
            last_year: number | null;
            black: components["schemas"]["Record"];
            white: components["schemas"]["Record"];
            years: {
                /** @description null for undated games. */
                year: number | null;
                black: components["schemas"]["Record"];
                white: components["schemas"]["Record"];
            }[];
            /** @description The size of the board of the openings: the requested one, or else that of the most games. */
            board_size: number;
            /** @description The beginnings of games from the empty board, counted in all orientations, the most frequent first. */
            openings: {
                /** @description The player's first moves. */
                black: {
                    /** @description Points in SGF coordinates, or pass. */
                    moves: string[];
                    games: number;
                    /** @description Games that the player won. */
                    wins: number;
                }[];
                /** @description Black's first moves and the player's replies. */
                white: {
                    /** @description Points in SGF coordinates, or pass. */
                    moves: string[];
                    games: number;
                    /** @description Games that the player won. */
                    wins: number;
                }[];
            };
            /** @description The number of all opponents, listed or not. */
            opponent_count: number;
            /** @description The opponents of the most games first. */
            opponents: {
                player: string;
                games: number;
                /** @description Games that the player won. */
                wins: number;
                losses: number;
                /** @description The other games are void, or their results are unknown. */
                draws: number;
            }[];
        };
        Info: {
            version: string;
            /** @description A random number that the database got when it was made. Copies of the file have the same. */
            identity: string;
            generation: number;
            games: number;
            positions: number;
            archives: number;
            sources: number;
            players: number;
            first_year: number | null;
            last_year: number | null;
            board_sizes: {
                board_size: number;
                games: number;
            }[];
            years: {
                year: number | null;
                games: number;
            }[];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
