// Made by `npm run make` in types/.
export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description A player with several spellings, as the user gave them. */
        AliasedPlayer: {
            /** @description The other spellings. */
            aliases: string[];
            /** @description The name that statistics show. */
            player: string;
        };
        /** @description The players with several spellings. */
        Aliases: {
            /** @description The players in the order of their names. */
            players: components["schemas"]["AliasedPlayer"][];
        };
        /** @description An archive whose games were imported. */
        Archive: {
            /** @description The name that the parameter archive takes: that of the file, with as many folders as it takes to tell it from others. */
            archive: string;
            /** @description The number of games. */
            games: number;
            /** @description The time at which it was first imported, in the form of RFC 3339. */
            imported_at: string;
            /** @description True for a folder that is still there. */
            is_folder: boolean;
        };
        /** @description The archives, in the order of their paths. */
        Archives: {
            /** @description The archives. */
            archives: components["schemas"]["Archive"][];
        };
        /** @description A move of a tree, and the moves after it. */
        Branch: {
            /** @description Black's share of the games that have a winner; null if none has. */
            black_win_rate: number | null;
            /** @description The upper end of the interval. */
            black_win_rate_high: number | null;
            /** @description The lower end of the 95% interval of black_win_rate. */
            black_win_rate_low: number | null;
            /** @description The number of games that Black won. */
            black_wins: number;
            /**
             * @description The colour of the move.
             * @enum {string}
             */
            color: "B" | "W";
            /** @description The number of games that ended in a draw. Void games and unknown results are neither draws nor wins. */
            draws: number;
            /** @description The earliest year of a dated game. */
            first_year: number | null;
            /** @description The number of games. */
            games: number;
            /** @description The latest year of a dated game. */
            last_year: number | null;
            /** @description A point in SGF coordinates, or pass. */
            move: string;
            /** @description The moves from the resulting position, regardless of the order of moves before it. */
            next_moves: components["schemas"]["Branch"][];
            /** @description The games that have the resulting position but reached it by another order of moves; 0 where the tree ends. */
            other_orders?: number;
            /** @description The share of these games among all games that have the preceding position, in whichever order of moves: 0 to 1. For a pattern, among the games of the line before. */
            share: number;
            /** @description The number of games that White won. */
            white_wins: number;
        };
        /** @description A change of the database: the one that is being made, or the last one. */
        Change: {
            /** @description The name of the archive. */
            archive: string;
            /** @description The number of bytes received so far, or once all are here, of those read. */
            bytes: number;
            /** @description The reason why it failed. */
            error: string | null;
            /** @description The parts that could not be read, a sentence each. */
            failures: string[];
            /** @description The number of games read so far. */
            games: number;
            /** @description The games that were imported. */
            imported: components["schemas"]["ImportSummary"] | null;
            /** @description The kind. */
            kind: components["schemas"]["ChangeKind"];
            /** @description The number of the change since the server began. */
            number: number;
            /** @description The games that were removed. */
            removed: components["schemas"]["Removed"] | null;
            /** @description The state. */
            state: components["schemas"]["ChangeState"];
            /** @description The number of all these bytes; null if it is not known. */
            total_bytes: number | null;
            /** @description The number of games that it would remove. A request whose games is at least this number removes them. */
            would_remove: number | null;
        };
        /** @description The kind of a change. */
        ChangeKind: "import" | "sync" | "removal";
        /** @description The state of a change. */
        ChangeState: "receiving" | "running" | "done" | "refused" | "stopped" | "failed";
        /** @description A move that differs in two games. */
        ChangedMove: {
            /** @description The point in the first game in SGF coordinates, or pass. */
            first: string;
            /** @description The number of the move, from 1. */
            move_number: number;
            /** @description The point in the second game, in the orientation of the first. */
            second: string;
        };
        /** @description The games of a filter that reach the position. */
        ComparedGames: {
            /** @description Black's share of the games that have a winner; null if none has. */
            black_win_rate: number | null;
            /** @description The upper end of the interval. */
            black_win_rate_high: number | null;
            /** @description The lower end of the 95% interval of black_win_rate. */
            black_win_rate_low: number | null;
            /** @description The number of games that Black won. */
            black_wins: number;
            /** @description The conditions, such as year=..2011; empty if all games count. */
            conditions: string;
            /** @description The number of games that ended in a draw. Void games and unknown results are neither draws nor wins. */
            draws: number;
            /** @description The earliest year of a dated game. */
            first_year: number | null;
            /** @description The number of games. */
            games: number;
            /** @description The latest year of a dated game. */
            last_year: number | null;
            /** @description The number of games that White won. */
            white_wins: number;
        };
        /** @description A move in the games of both filters. */
        ComparedMove: {
            /**
             * @description The colour of the move.
             * @enum {string}
             */
            color: "B" | "W";
            /** @description The games of the first filter with the move. */
            first: components["schemas"]["GamesOfMove"];
            /** @description A point in SGF coordinates, or pass. */
            move: string;
            /** @description The games of the second filter with the move. */
            second: components["schemas"]["GamesOfMove"];
            /** @description True if the shares differ by more than chance. */
            shares_differ: boolean;
            /** @description True if Black's win rates differ by more than chance. */
            win_rates_differ: boolean;
        };
        /** @description The moves played from a position, or the answers to a pattern, in the games of two filters, side by side. A difference is marked if chance alone would make one as large in less than 1% of such pairs: by the chi-squared test with Yates's correction (F. Yates, 1934), for which no game should be in both. */
        Comparison: {
            /** @description The games of the first filter. */
            first: components["schemas"]["ComparedGames"];
            /** @description The moves, those with the highest share in either first. */
            next_moves: components["schemas"]["ComparedMove"][];
            /** @description The games of the second filter. */
            second: components["schemas"]["ComparedGames"];
            /** @description True if Black's win rates differ by more than chance. */
            win_rates_differ: boolean;
        };
        /** @description A named question and its games. */
        CountedQuestion: {
            /** @description The number of games that the question finds, or null if it cannot be read, or names players or archives that are gone. */
            games: number | null;
            /** @description The name. */
            name: string;
            /** @description The question as text, such as moves=pd,dp year=2001. */
            question: string;
        };
        /** @description Everything that is known of a game. Texts are as the record has them, and values as they were understood; what is not known is null. */
        Description: {
            /** @description Black's name. */
            black: string | null;
            /** @description Black's rank, such as 9d. */
            black_rank: string | null;
            /** @description Black's rank as an ordered number: 50k to 1k are -49 to 0, 1d to 10d are 1 to 10, 1p to 9p are 11 to 19. */
            black_rank_value: number | null;
            /** @description Black's team. */
            black_team: string | null;
            /** @description Lines of the board. */
            board_size: number;
            /** @description When it was played or begun, as far as it is known: 2005, 2005-11 or 2005-11-03. */
            date: string | null;
            /** @description The same, as in the record. */
            date_text: string | null;
            /** @description The event. */
            event: string | null;
            /**
             * Format: date
             * @description The first day that the date can mean.
             */
            first_date: string | null;
            /** @description Its number, everywhere; never reused. */
            game: number;
            /** @description Handicap stones. */
            handicap: number | null;
            /** @description The handicap, as in the record. */
            handicap_text: string | null;
            /** @description Komi in points. */
            komi: number | null;
            /** @description Komi, as in the record. */
            komi_text: string | null;
            /**
             * Format: date
             * @description The last day that the date can mean.
             */
            last_date: string | null;
            /** @description The points of a win that was counted. */
            margin: number | null;
            /** @description Moves played, including passes. */
            moves: number;
            /** @description The record's name of the game. */
            name: string | null;
            /** @description The overtime, as in the record. */
            overtime: string | null;
            /** @description The place. */
            place: string | null;
            /** @description The program that wrote the record. */
            program: string | null;
            /** @description Where the game was published. */
            publication: string | null;
            /** @description What could not be read or played of the record. */
            repair: string | null;
            /** @description How it ended: B+R, W+2.5, B+T (time), B+F (forfeit), B+, 0 (a draw), Void. */
            result: string | null;
            /** @description The result, as in the record. */
            result_text: string | null;
            /** @description The round. */
            round: string | null;
            /** @description The rules. */
            rules: string | null;
            /** @description The main time of each player in seconds. */
            time_limit: number | null;
            /** @description The main time, as in the record. */
            time_limit_text: string | null;
            /** @description White's name. */
            white: string | null;
            /** @description White's rank. */
            white_rank: string | null;
            /** @description White's rank as an ordered number. */
            white_rank_value: number | null;
            /** @description White's team. */
            white_team: string | null;
            /** @description B, W, or null. */
            winner: string | null;
            /** @description The year of the first day. */
            year: number | null;
        };
        /** @description A field in which records of a game differ. */
        Difference: {
            /** @description A field of Description, comments for the number of comments, or bytes for the length. */
            field: string;
            /** @description The values, in the order of the first records that have them. */
            values: components["schemas"]["Variant"][];
        };
        /** @description A move that an engine searched and no counted game has. */
        EngineMove: {
            /** @description The points by which Black leads, negative if White leads, to two decimals; null if the engine does not say. */
            black_score_lead?: number;
            /** @description The probability that Black wins, 0 to 1, to four decimals. */
            black_win_rate: number;
            /**
             * @description The colour of the move.
             * @enum {string}
             */
            color: "B" | "W";
            /** @description A point in SGF coordinates, or pass. */
            move: string;
            /** @description The size of the engine's search in visits or playouts; null if unknown. */
            visits?: number;
        };
        /** @description The answer to a request that cannot be fulfilled. */
        Error: {
            /** @description What is wrong. */
            error: components["schemas"]["Problem"];
        };
        /** @description An engine's estimate of who wins a game that goes on from a position. */
        Evaluation: {
            /** @description The points by which Black leads, negative if White leads, to two decimals; null if the engine does not say. */
            black_score_lead?: number;
            /** @description The probability that Black wins, 0 to 1, to four decimals. */
            black_win_rate: number;
            /** @description The size of the engine's search in visits or playouts; null if unknown. */
            visits?: number;
        };
        /** @description An event's games. */
        EventGames: {
            /** @description The name. */
            event: string;
            /** @description The number of games. */
            games: number;
        };
        /** @description The events, those of the most games first. */
        Events: {
            /** @description The events with the numbers of their games. */
            events: components["schemas"]["EventGames"][];
        };
        /** @description A game and its positions, turned like the search board. */
        GameAnswer: {
            /** @description Black's name. */
            black: string | null;
            /** @description Black's rank, such as 9d. */
            black_rank: string | null;
            /** @description Black's rank as an ordered number: 50k to 1k are -49 to 0, 1d to 10d are 1 to 10, 1p to 9p are 11 to 19. */
            black_rank_value: number | null;
            /** @description Black's team. */
            black_team: string | null;
            /** @description Lines of the board. */
            board_size: number;
            /** @description When it was played or begun, as far as it is known: 2005, 2005-11 or 2005-11-03. */
            date: string | null;
            /** @description The same, as in the record. */
            date_text: string | null;
            /** @description The event. */
            event: string | null;
            /**
             * Format: date
             * @description The first day that the date can mean.
             */
            first_date: string | null;
            /** @description Its number, everywhere; never reused. */
            game: number;
            /** @description Handicap stones. */
            handicap: number | null;
            /** @description The handicap, as in the record. */
            handicap_text: string | null;
            /** @description Komi in points. */
            komi: number | null;
            /** @description Komi, as in the record. */
            komi_text: string | null;
            /**
             * Format: date
             * @description The last day that the date can mean.
             */
            last_date: string | null;
            /** @description The points of a win that was counted. */
            margin: number | null;
            /** @description Moves played, including passes. */
            moves: number;
            /** @description The record's name of the game. */
            name: string | null;
            /** @description The overtime, as in the record. */
            overtime: string | null;
            /** @description The place. */
            place: string | null;
            /** @description The program that wrote the record. */
            program: string | null;
            /** @description Where the game was published. */
            publication: string | null;
            /** @description What could not be read or played of the record. */
            repair: string | null;
            /** @description The positions of the main line. */
            replay: components["schemas"]["ReplayAnswer"];
            /** @description How it ended: B+R, W+2.5, B+T (time), B+F (forfeit), B+, 0 (a draw), Void. */
            result: string | null;
            /** @description The result, as in the record. */
            result_text: string | null;
            /** @description The round. */
            round: string | null;
            /** @description The rules. */
            rules: string | null;
            /** @description The places where the game was found. */
            sources: components["schemas"]["SourcePlace"][];
            /** @description The main time of each player in seconds. */
            time_limit: number | null;
            /** @description The main time, as in the record. */
            time_limit_text: string | null;
            /** @description The number of moves and setups outside the main line. */
            variations: number;
            /** @description White's name. */
            white: string | null;
            /** @description White's rank. */
            white_rank: string | null;
            /** @description White's rank as an ordered number. */
            white_rank_value: number | null;
            /** @description White's team. */
            white_team: string | null;
            /** @description B, W, or null. */
            winner: string | null;
            /** @description The year of the first day. */
            year: number | null;
        };
        /** @description A page of a list of games. */
        GameList: {
            /** @description The number of games of the whole list. */
            games: number;
            /** @description The games of the page. */
            list: components["schemas"]["ListedGame"][];
            /** @description The number of games before this page. */
            offset: number;
            /** @description The players that a condition with a part of a name mixes in the whole list. */
            several_players?: components["schemas"]["SeveralPlayers"][];
        };
        /** @description A game and its new move. */
        GameNovelty: {
            /** @description Black's name. */
            black: string | null;
            /** @description The size of the board. */
            board_size: number;
            /** @description The latest of these. */
            companion: number | null;
            /** @description The first date. */
            date: string | null;
            /** @description The later games with the position after the new move, in which the colour of that move won and lost; only if games are compared with earlier ones. */
            followed?: components["schemas"]["PlayerTally"];
            /** @description The game's number. */
            game: number;
            /** @description The new move; null if no position is common, or if the game ends or sets stones up at the last common one. */
            new_move: components["schemas"]["Novelty"] | null;
            /** @description The number of other games with the position before the new move. */
            other_games: number;
            /** @description The move that most of them play there. */
            played: components["schemas"]["PlayedMove"] | null;
            /** @description The result, or the text in its place if that is not a result. */
            result: string | null;
            /** @description White's name. */
            white: string | null;
        };
        /** @description The games with a move. */
        GamesOfMove: {
            /** @description Black's share of the games that have a winner; null if none has. */
            black_win_rate: number | null;
            /** @description The upper end of the interval. */
            black_win_rate_high: number | null;
            /** @description The lower end of the 95% interval of black_win_rate. */
            black_win_rate_low: number | null;
            /** @description The number of games that Black won. */
            black_wins: number;
            /** @description The number of games that ended in a draw. Void games and unknown results are neither draws nor wins. */
            draws: number;
            /** @description The earliest year of a dated game. */
            first_year: number | null;
            /** @description The number of games. */
            games: number;
            /** @description The latest year of a dated game. */
            last_year: number | null;
            /** @description The share of these games among all games that reach the position, 0 to 1. In a part of the board, shares may add up to more than 1, because a game counts for each of its answers. */
            share: number;
            /** @description The number of games that White won. */
            white_wins: number;
        };
        /** @description A player's games in an answer. */
        GamesOfPlayer: {
            /** @description The number of games that meet the condition with the name. */
            games: number;
            /** @description The name. */
            player: string;
        };
        /** @description The number of games on a size of board. */
        GamesOfSize: {
            /** @description The lines of the board. */
            board_size: number;
            /** @description The number of games. */
            games: number;
        };
        /** @description The number of games of a year, or of those without a date. */
        GamesOfYear: {
            /** @description The number of games. */
            games: number;
            /** @description The year; null for games without a date. */
            year: number | null;
        };
        /** @description The games that begin with a handicap on its usual points. */
        Handicap: {
            /** @description Black's share of the games that have a winner; null if none has. */
            black_win_rate: number | null;
            /** @description The upper end of the interval. */
            black_win_rate_high: number | null;
            /** @description The lower end of the 95% interval of black_win_rate. */
            black_win_rate_low: number | null;
            /** @description The number of games that Black won. */
            black_wins: number;
            /** @description The number of games that ended in a draw. Void games and unknown results are neither draws nor wins. */
            draws: number;
            /** @description The earliest year of a dated game. */
            first_year: number | null;
            /** @description The number of games. */
            games: number;
            /** @description The latest year of a dated game. */
            last_year: number | null;
            /** @description The number of stones. */
            stones: number;
            /** @description The number of games that White won. */
            white_wins: number;
        };
        /** @description The summary of an import. */
        ImportSummary: {
            /** @description The number of games added. */
            added: number;
            /** @description The number of analyses by engines that records brought. */
            analyses?: number;
            /** @description The number of games that are already in the database. Each of them adds a source. */
            duplicates: number;
            /** @description The number of SGF files read; a file may hold several games. */
            files: number;
            /** @description The number of games in these files: added + duplicates + removed + rejected. */
            games: number;
            /** @description The number of positions of the added games. */
            positions: number;
            /** @description The number of games that could not be read. */
            rejected: number;
            /** @description The rejected games by the kind of the reason. */
            rejections: components["schemas"]["RejectedGames"][];
            /** @description The number of games left out because the user removed them from the database. */
            removed?: number;
            /** @description The number of added games whose records have faults. */
            repaired: number;
            /** @description The repaired games by the kinds of their faults. */
            repairs: components["schemas"]["RepairedGames"][];
            /** @description Wall-clock time. */
            seconds: number;
            /** @description The number of other files, which were skipped. */
            skipped: number;
            /** @description True if the import was stopped early. All numbers then describe the database. */
            stopped: boolean;
            /** @description The number of files and folders that were not read, because nothing in them has changed since the database has all of their records. No other number counts them. */
            unchanged?: number;
            /** @description The number of evaluations in records that could not be read; the games were added. */
            unreadable_analyses?: number;
        };
        /** @description The numbers of games, positions, players and so on in a database. */
        Info: {
            /** @description The number of archives. */
            archives: number;
            /** @description The games by size of the board. */
            board_sizes: components["schemas"]["GamesOfSize"][];
            /** @description The permission to change the database: for nobody, for the server's own_page, or for whoever has the token. */
            changes?: string;
            /** @description A name of the file on the server's computer, which says nothing of its path. */
            file?: string;
            /** @description The earliest year of a dated game. */
            first_year: number | null;
            /** @description The number of games. */
            games: number;
            /** @description The number of the last change. */
            generation: number;
            /** @description The number that tells the database from others, in hexadecimal digits. */
            identity?: string;
            /** @description The latest year of a dated game. */
            last_year: number | null;
            /** @description The number of names of players. */
            players: number;
            /** @description The number of positions of all games. */
            positions: number;
            /** @description The number of places where games were found. */
            sources: number;
            /** @description True if the server ends after its last page is closed, or by /quit. */
            until_closed?: boolean;
            /** @description The version of the program. */
            version: string;
            /** @description The games by year, undated ones first. */
            years: components["schemas"]["GamesOfYear"][];
        };
        /** @description The kind of a text with a position. */
        Kind: "sgf" | "diagram" | "moves";
        /** @description A move. */
        LastMove: {
            /**
             * @description The colour of the move.
             * @enum {string}
             */
            color: "B" | "W";
            /** @description A point in SGF coordinates, or pass. */
            move: string;
        };
        /** @description A page of a list. */
        ListPage: {
            /** @description The number of entries of the whole list. */
            count: number;
            /** @description The entries of the page. */
            list: components["schemas"]["NearDuplicates"][];
        };
        /** @description A game of a list. */
        ListedGame: {
            /** @description The first move inside the area while the pattern stands. */
            answer?: components["schemas"]["PatternAnswer"] | null;
            /** @description Black's name. */
            black: string | null;
            /** @description Black's rank as written. */
            black_rank: string | null;
            /** @description The first date. */
            date: string | null;
            /** @description The event. */
            event: string | null;
            /** @description The game's number. */
            game: number;
            /** @description The number of moves before the first occurrence in the game. */
            move_number?: number;
            /** @description The number of moves. */
            moves: number;
            /** @description The number of moves before the pattern begins to stand. */
            ply?: number;
            /** @description The faults of the record, if it has any. */
            repair: string | null;
            /** @description The result, or the text in its place if that is not a result. */
            result: string | null;
            /** @description True if the game has the position or pattern with the colours exchanged. */
            swapped?: boolean;
            /** @description The number of the transform that takes the game's board to the search board, or to the orientation of the pattern. */
            transform?: number;
            /** @description The number of moves before the first position at which it no longer stands, or one more than the game has. */
            until?: number;
            /** @description White's name. */
            white: string | null;
            /** @description White's rank as written. */
            white_rank: string | null;
            /** @description The column of the area's upper left point on the game's board, 0 at the left. */
            x?: number;
            /** @description The row of the area's upper left point on the game's board, 0 at the top. */
            y?: number;
        };
        /** @description The named openings of the games that reach a position. */
        NamedOpenings: {
            /** @description The number of openings that any of these games has, listed or not. */
            count: number;
            /** @description The number of games that reach the position. */
            games: number;
            /** @description The openings that any of these games has, before the position or after it, those of the most games first. */
            openings: components["schemas"]["OpeningCount"][];
        };
        /** @description All named questions. */
        NamedQuestions: {
            /** @description The questions in the order of their names. */
            names: components["schemas"]["CountedQuestion"][];
        };
        /** @description The names of players, those of the most games first. */
        Names: {
            /** @description The same names with the numbers of their games. */
            counts: components["schemas"]["PlayerGames"][];
            /** @description The names. */
            players: string[];
        };
        /** @description Two games with the same setup whose moves differ in one or two, or of which one continues the other. */
        NearDuplicates: {
            /** @description The differences between their records. */
            differences: components["schemas"]["Difference"][];
            /** @description The games: the one that ends first, then the others in the order of their numbers. */
            games: components["schemas"]["Description"][];
            /** @description The moves that differ. There are none if one game goes on from the end of the other. */
            moves: components["schemas"]["ChangedMove"][];
        };
        /** @description A move played from a position, or an answer to a pattern. */
        NextMove: {
            /** @description Black's share of the games that have a winner; null if none has. */
            black_win_rate: number | null;
            /** @description The upper end of the interval. */
            black_win_rate_high: number | null;
            /** @description The lower end of the 95% interval of black_win_rate. */
            black_win_rate_low: number | null;
            /** @description The number of games that Black won. */
            black_wins: number;
            /**
             * @description The colour of the move.
             * @enum {string}
             */
            color: "B" | "W";
            /** @description The number of those in which no move was played elsewhere before the answer. */
            direct?: number;
            /** @description The number of games that ended in a draw. Void games and unknown results are neither draws nor wins. */
            draws: number;
            /** @description The evaluation of the move by an engine, if there is one. */
            engine?: components["schemas"]["Evaluation"];
            /** @description The earliest year of a dated game. */
            first_year: number | null;
            /** @description The number of games. */
            games: number;
            /** @description The latest year of a dated game. */
            last_year: number | null;
            /** @description A point in SGF coordinates, or pass. */
            move: string;
            /** @description The number of occurrences with the answer. */
            occurrences?: number;
            /** @description The best-known players of the move: those with the most games in the database. */
            players?: string[];
            /** @description The share of these games among all games that reach the position, 0 to 1. In a part of the board, shares may add up to more than 1, because a game counts for each of its answers. */
            share: number;
            /** @description The number of games that White won. */
            white_wins: number;
            /** @description The games by year. */
            years?: components["schemas"]["YearTotals"];
        };
        /** @description A position of a record, as the difference from its parent. */
        NodeAnswer: {
            /**
             * @description The colour of the move.
             * @enum {string|null}
             */
            color: "B" | "W" | null;
            /** @description The record's comments on the position. */
            comments: string[];
            /** @description The record's signs on points, such as pd:A or pd:△. Variations have none. */
            markup?: string[];
            /** @description The move that led to the position; null at the start, after setup, and where a variation begins with comments before any move. */
            move: string | null;
            /** @description The number of moves before the position. */
            move_number: number;
            /** @description The index of the position before; null at the start. Parents come before their children. */
            parent: number | null;
            /** @description The stones to place after that, such as Bpd. */
            put: string[];
            /** @description The points to clear after the position before. */
            removed: string[];
            /** @description The index of the scene, if the position is on the main line. */
            scene: number | null;
        };
        /** @description Games, each with its new move. */
        Novelties: {
            /** @description The number of games that meet the conditions. */
            games: number;
            /** @description The games, the latest first. */
            list: components["schemas"]["GameNovelty"][];
            /** @description The number of games before those listed. */
            offset: number;
        };
        /** @description The move with which a game leaves others. */
        Novelty: {
            /**
             * @description The colour of the move.
             * @enum {string}
             */
            color: "B" | "W";
            /** @description A point in SGF coordinates, or pass. */
            move: string;
            /** @description The number of the move. */
            number: number;
        };
        /** @description The last position of a game that another game has; all null if there is none. */
        NoveltyAnswer: {
            /** @description The index of the scene. */
            at: number | null;
            /** @description The latest of these games by date. */
            companion: number | null;
            /** @description The number of moves before the position. */
            move_number: number | null;
            /** @description The number of other games with the position. */
            other_games: number | null;
        };
        /** @description The first moves of some games. */
        Opening: {
            /** @description The number of the player's games that begin so. */
            games: number;
            /** @description The moves, Black's first. Where a symmetry makes points equal, one of them stands for all, as in a search. */
            moves: string[];
            /** @description The number of those that the player won. */
            wins: number;
        };
        /** @description The number of games with an opening. */
        OpeningCount: {
            /** @description The number of games. A game has as many openings as it has patterns of them. */
            games: number;
            /** @description The names of the opening. */
            names: components["schemas"]["OpeningNames"];
            /** @description The address of a page about the opening, or about the move or the opening from which it follows. */
            source: string;
        };
        /** @description The names of an opening by language. */
        OpeningNames: {
            /** @description English. */
            en: string;
            /** @description Japanese. */
            ja: string;
            /** @description Korean. */
            ko: string;
            /** @description Chinese in simplified characters. */
            zh: string;
            /** @description Chinese in traditional characters. */
            "zh-Hant": string;
        };
        /** @description The first moves of a player's games from the empty board, those of the most games first. */
        Openings: {
            /** @description The player's first moves as Black. */
            black: components["schemas"]["Opening"][];
            /** @description The first two moves of games in which the player is White. */
            white: components["schemas"]["Opening"][];
        };
        /** @description A player's games against another one. */
        Opponent: {
            /** @description The number of games that ended in a draw. */
            draws: number;
            /** @description The number of games. */
            games: number;
            /** @description The number of games that the player lost. */
            losses: number;
            /** @description The other player's name as written, or the one that its aliases show. */
            player: string;
            /** @description The number of games that the player won. */
            wins: number;
        };
        /** @description The answer of an occurrence. */
        PatternAnswer: {
            /**
             * @description The colour of the move.
             * @enum {string}
             */
            color: "B" | "W";
            /** @description The number of moves that were played elsewhere before it. */
            elsewhere: number;
            /** @description A point in SGF coordinates, or pass. */
            move: string;
            /** @description The number of the move in the game, from 1. */
            ply: number;
        };
        /** @description The length of the periods by which games are counted. */
        Period: "year" | "decade";
        /** @description A move that others play. */
        PlayedMove: {
            /**
             * @description The colour of the move.
             * @enum {string}
             */
            color: "B" | "W";
            /** @description The number of games that play it. */
            games: number;
            /** @description A point in SGF coordinates, or pass. */
            move: string;
        };
        /** @description A player's games with a position, in the colours of the search board. */
        PlayerCount: {
            /** @description The number of games as Black. */
            black_games: number;
            /** @description The number of games lost as Black. */
            black_losses: number;
            /** @description The number of games won as Black. */
            black_wins: number;
            /** @description The number of those that ended in a draw. */
            draws: number;
            /** @description The earliest year of a dated game. */
            first_year: number | null;
            /** @description The number of games. A game of a player against himself counts once. */
            games: number;
            /** @description The latest year of a dated game. */
            last_year: number | null;
            /** @description The name as written, or the one that its aliases show. */
            player: string;
            /** @description The number of games as White. */
            white_games: number;
            /** @description The number of games lost as White. */
            white_losses: number;
            /** @description The number of games won as White. */
            white_wins: number;
        };
        /** @description A player's games. */
        PlayerGames: {
            /** @description The number of games. */
            games: number;
            /** @description The name. */
            player: string;
        };
        /** @description The record of a player over all games. */
        PlayerRecord: {
            /** @description The games as Black. */
            black: components["schemas"]["PlayerTally"];
            /** @description The size of the board that the openings are about: the requested one, or else the one of the most games. */
            board_size: number;
            /** @description The earliest year of a dated game. */
            first_year: number | null;
            /** @description The number of games. A game of a player against himself counts once. */
            games: number;
            /** @description The latest year of a dated game. */
            last_year: number | null;
            /** @description The first moves of the player's games. */
            openings: components["schemas"]["Openings"];
            /** @description The number of all opponents, listed or not. */
            opponent_count: number;
            /** @description The opponents of the most games. */
            opponents: components["schemas"]["Opponent"][];
            /** @description The name as most of the games write it, or the one that its aliases show. */
            player: string;
            /** @description The games as White. */
            white: components["schemas"]["PlayerTally"];
            /** @description The games of each year that has any, undated ones first. */
            years: components["schemas"]["PlayerYear"][];
        };
        /** @description A player's games with one colour, or those of one kind. */
        PlayerTally: {
            /** @description The number of games that ended in a draw. */
            draws: number;
            /** @description The number of games. */
            games: number;
            /** @description The number of games that the player lost. */
            losses: number;
            /** @description The number of games that the player won. */
            wins: number;
        };
        /** @description A player's games of one year. */
        PlayerYear: {
            /** @description The games as Black. */
            black: components["schemas"]["PlayerTally"];
            /** @description The games as White. */
            white: components["schemas"]["PlayerTally"];
            /** @description The year; null for games without a date. */
            year: number | null;
        };
        /** @description The players of a position. */
        Players: {
            /** @description The number of players in these games. */
            count: number;
            /** @description The number of games that reach the position. */
            games: number;
            /** @description The players with the most games. */
            players: components["schemas"]["PlayerCount"][];
        };
        /** @description A position and the moves played from it. */
        PositionAnswer: {
            /**
             * @description The edges that the area touches: middle, side, corner, fixed or board.
             * @enum {string}
             */
            anchor?: "middle" | "side" | "corner" | "fixed" | "board";
            /** @description The area in which a pattern and its answers are shown. */
            area?: string;
            /** @description The points with black stones, for a diagram those in it. */
            black: string[];
            /** @description Black's share of the games that have a winner; null if none has. */
            black_win_rate: number | null;
            /** @description The upper end of the interval. */
            black_win_rate_high: number | null;
            /** @description The lower end of the 95% interval of black_win_rate. */
            black_win_rate_low: number | null;
            /** @description The number of games that Black won. */
            black_wins: number;
            /** @description The published hash of the position in the orientation of the search board; null for a pattern. */
            board_hash: number | null;
            /** @description The board size. */
            board_size: number;
            /** @description The number of white stones that Black captured since the start of the line. */
            captured_by_black: number;
            /** @description The number of black stones that White captured since then. */
            captured_by_white: number;
            /** @description The number of games that ended in a draw. Void games and unknown results are neither draws nor wins. */
            draws: number;
            /** @description The number of occurrences after which the next move was outside the area. */
            elsewhere?: number;
            /** @description The games that end. */
            ended?: number;
            /** @description The evaluation of the position by an engine, if there is one. */
            engine?: components["schemas"]["Evaluation"];
            /** @description The moves that an engine searched and no counted game has, those with the most visits first. */
            engine_moves?: components["schemas"]["EngineMove"][];
            /** @description The earliest year of a dated game. */
            first_year: number | null;
            /** @description The number of games. */
            games: number;
            /** @description The games that begin with handicap stones, by their number, if the board is empty. */
            handicaps?: components["schemas"]["Handicap"][];
            /** @description The number of distinct ways in which the pattern may lie on the board. */
            images?: number;
            /** @description The key, which is the same in all orientations; null for a pattern. */
            key: string | null;
            /** @description The last move of the line; null without moves. */
            last_move: components["schemas"]["LastMove"] | null;
            /** @description The latest year of a dated game. */
            last_year: number | null;
            /** @description The moves played from the position, the most popular first. */
            next_moves: components["schemas"]["NextMove"][];
            /** @description The number of occurrences. */
            occurrences?: number;
            /** @description The openings and josekis that the board shows, at most three, those with the most stones first. */
            openings?: components["schemas"]["OpeningNames"][];
            /** @description The diagram on one line. */
            pattern?: string;
            /** @description The games in which setup follows. */
            set_up?: number;
            /**
             * @description The number of transforms that leave the position or pattern as it is: 1, 2, 4 or 8.
             * @enum {integer}
             */
            symmetries: 1 | 2 | 4 | 8;
            /**
             * @description The colour to play on the search board; null for a pattern.
             * @enum {string|null}
             */
            to_play: "B" | "W" | null;
            /** @description The number of occurrences without an answer that counts. The others are counted with their answers. */
            unanswered?: number;
            /** @description The points with white stones. */
            white: string[];
            /** @description The number of games that White won. */
            white_wins: number;
        };
        /** @description What is wrong with a request. */
        Problem: {
            /** @description A stable identifier for programs. */
            code: string;
            /** @description The parameter that caused the error. */
            field: string | null;
            /** @description A message for people. */
            message: string;
            /** @description Names in the database that are like the unknown one, the most similar first. */
            similar: string[];
            /** @description The reason why a text has no position, for /reading. */
            unreadable?: components["schemas"]["UnreadableText"];
        };
        /** @description The position in a text, as the parameters of questions have it. */
        ReadPosition: {
            /** @description The corners of the part of the board that the text draws, such as aa,cc; null if that is all of it. */
            area: string | null;
            kind: components["schemas"]["Kind"];
            /** @description The moves: SGF letters or pass. */
            moves: string[];
            /** @description The number of lines of the board. */
            size: number;
            /** @description The stones before the first move, such as Bpd,Wdp. */
            stones: string;
            /**
             * @description The colour of the first move.
             * @enum {string}
             */
            to_play: "B" | "W";
            /** @description The points that may have anything. */
            wildcards: string[];
        };
        /** @description The games that were rejected for reasons of one kind. */
        RejectedGames: {
            /** @description The number of games. */
            games: number;
            /** @description The kind. */
            kind: components["schemas"]["RejectionKind"];
            /** @description The first files with such games, at most NAMED_FILES. */
            members: string[];
        };
        /** @description The kind of a reason to reject a record. */
        RejectionKind: "no_game" | "other_game" | "rectangular_board" | "small_board" | "large_board" | "special_file" | "too_large" | "name_too_long" | "encrypted" | "unreadable";
        /** @description The effect of a removal. */
        Removed: {
            /** @description The number of removed games. */
            games: number;
            /** @description The number of new games: records that were sources of the same game as a removed record, and are games of their own now. */
            new_games: number;
            /** @description The number of positions of the removed games. */
            positions: number;
            /** @description The number of removed sources, including sources of games that remain. */
            sources: number;
        };
        /** @description The kind of a Repair. */
        RepairKind: "cut_short" | "handicap_placed" | "occupied_point" | "bracket" | "value" | "encoding";
        /** @description The added games with repairs of one kind. */
        RepairedGames: {
            /** @description The number of games. A game with repairs of two kinds counts for both. */
            games: number;
            /** @description The kind. */
            kind: components["schemas"]["RepairKind"];
        };
        /** @description The positions of a game, turned like the search board. */
        ReplayAnswer: {
            /** @description The area of the pattern at that scene, if the game has it. */
            area: string | null;
            /** @description The positions in order. */
            scenes: components["schemas"]["SceneAnswer"][];
            /** @description The index of the scene with the requested position, or 0. */
            start: number;
            /** @description True if the colours are exchanged. */
            swapped: boolean;
            /** @description The number of the transform that takes the game's board to that of the question, 0 to 7. */
            transform: number;
        };
        /** @description A position of a game, as the difference from the previous position. */
        SceneAnswer: {
            /**
             * @description The colour of the move.
             * @enum {string|null}
             */
            color: "B" | "W" | null;
            /** @description The record's comments on the position. */
            comments: string[];
            /** @description The record's signs on points, such as pd:A or pd:△. Variations have none. */
            markup?: string[];
            /** @description The move that led to the position; null at the start, after setup, and where a variation begins with comments before any move. */
            move: string | null;
            /** @description The number of moves before the position. */
            move_number: number;
            /** @description The stones to place after that, such as Bpd. */
            put: string[];
            /** @description The points to clear after the position before. */
            removed: string[];
        };
        /** @description The games of two players with each other. */
        Score: {
            /** @description The games as Black. */
            black: components["schemas"]["PlayerTally"];
            /** @description The games, the latest first. */
            games: components["schemas"]["GameList"];
            /** @description The second player. */
            opponent: string;
            /** @description The first player, whose wins are counted. */
            player: string;
            /** @description The games as White. */
            white: components["schemas"]["PlayerTally"];
        };
        /** @description Several players whose games are in an answer because a condition has a part of their names. */
        SeveralPlayers: {
            /** @description The name of the condition, such as player. */
            condition: string;
            /** @description The number of the players. */
            count: number;
            /** @description The part of a name. */
            part: string;
            /** @description Those of them with the most games. */
            players: components["schemas"]["GamesOfPlayer"][];
        };
        /** @description A place where a game was found. */
        SourcePlace: {
            /** @description The path of the archive. */
            archive: string;
            /** @description True if the record found there differs from the game's record in any byte. */
            differs: boolean;
            /** @description The time at which the archive was first imported. */
            imported_at: string;
            /** @description The file within the archive. */
            member: string;
            /** @description The game's index in that file, from 0. */
            member_game: number;
        };
        /** @description The sequences of moves that were played from a position. */
        Tree: {
            /** @description Black's share of the games that have a winner; null if none has. */
            black_win_rate: number | null;
            /** @description The upper end of the interval. */
            black_win_rate_high: number | null;
            /** @description The lower end of the 95% interval of black_win_rate. */
            black_win_rate_low: number | null;
            /** @description The number of games that Black won. */
            black_wins: number;
            /** @description The number of games that ended in a draw. Void games and unknown results are neither draws nor wins. */
            draws: number;
            /** @description The earliest year of a dated game. */
            first_year: number | null;
            /** @description The number of games. */
            games: number;
            /** @description The latest year of a dated game. */
            last_year: number | null;
            /** @description The moves from the position, the most popular first. */
            next_moves: components["schemas"]["Branch"][];
            /** @description The number of games that White won. */
            white_wins: number;
        };
        /** @description The reason why a text has no position. */
        UnreadableText: {
            /** @description The parts of the message: numbers of lines, signs and so on. */
            details?: {
                [key: string]: unknown;
            };
            /** @description A stable identifier for programs. */
            problem: string;
        };
        /** @description A value that some of the records have. */
        Variant: {
            /** @description The places of the records, counted from 0. */
            by: number[];
            /** @description The value as written; null if the records have none. */
            value: string | null;
        };
        /** @description All positions of a record, as a tree, turned like the search board. */
        VariationsAnswer: {
            /** @description The positions in the order of the record, those of the main line first. */
            nodes: components["schemas"]["NodeAnswer"][];
            /** @description True if variations were left out, because they have more than 20,000 moves and setups, change more than 262,144 points, or have more than 20,000 comments or 1 MiB of them. */
            truncated: boolean;
        };
        /** @description The games of one year, or of the period that begins with it. */
        YearCount: {
            /** @description The number of games that Black won. */
            black_wins: number;
            /** @description The number of games that ended in a draw. */
            draws: number;
            /** @description The number of games. */
            games: number;
            /** @description The number of games that White won. */
            white_wins: number;
            /** @description The year; null for games without a date. */
            year: number | null;
        };
        /** @description Distinct games by year; undated ones come first. */
        YearTotals: components["schemas"]["YearCount"][];
        /** @description The games with a position, and with each move from it, by year or decade. */
        Years: {
            /** @description All games of each period that meet the conditions, on boards of this size, whatever their positions. */
            all_games: components["schemas"]["YearTotals"];
            /** @description The length of the periods. */
            by: components["schemas"]["Period"];
            /** @description The number of games that reach the position. */
            games: number;
            /** @description The games of each next move, the most popular move first. */
            next_moves: components["schemas"]["YearsOfMove"][];
            /** @description The games of each period that has any. Undated games come first. */
            years: components["schemas"]["YearTotals"];
        };
        /** @description The games with a move by year or decade. */
        YearsOfMove: {
            /**
             * @description The colour of the move.
             * @enum {string}
             */
            color: "B" | "W";
            /** @description The number of games. */
            games: number;
            /** @description A point in SGF coordinates, or pass. */
            move: string;
            /** @description The games of each period that has any. */
            years: components["schemas"]["YearTotals"];
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

/** The conditions on games, with an example of those whose values are no text. */
export const CONDITIONS = {
  "player": null,
  "black": null,
  "white": null,
  "won": null,
  "lost": null,
  "year": "1990..1999",
  "from": null,
  "to": null,
  "event": null,
  "result": "B+R",
  "rank": "1p..9p",
  "komi": "6.5",
  "handicap": "2..9",
  "rules": null,
  "time": "10m..1h",
  "overtime": null,
  "program": null,
  "length": "100..",
  "opening": null,
  "repaired": "yes",
  "game": null,
  "archive": null,
  "words": null
} as const;
